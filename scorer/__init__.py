"""The game: lattice, tiles, board, rules, scoring, turns, record and journal. Knows no pixel."""
