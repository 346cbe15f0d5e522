"""The score sheet at the table: pages, JSON API, live events. Decides no rule and no pixel."""
