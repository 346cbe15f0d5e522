"""The texts in six languages: one .po each, with .mo and JSON made from it by `catalogues`."""
