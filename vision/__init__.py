"""Pictures of the table: what lies there, how sure, and what is new. Knows no points."""
