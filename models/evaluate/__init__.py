"""Measures reading against labelled pictures: one row a picture, and the headline figures."""
