"""Every text in every language, with its parameters, and the made files in step with the .po."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from webui.translations import catalogues

PARAMETER = re.compile(r"\{(\w+)\}|%\((\w+)\)")


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_text_is_missing(language: str) -> None:
    assert catalogues.missing(language) == []


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_translations_keep_the_parameters(language: str) -> None:
    english, catalog = catalogues.read("en"), catalogues.read(language)
    for message in catalog:
        if not message.id or not message.string:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        wanted, found = parameters(english.get(key).string), parameters(message.string)
        assert found <= wanted | parameters(message.id), key


def parameters(text: object) -> set[str]:
    whole = text if isinstance(text, str) else " ".join(text)  # type: ignore[call-overload]
    return {a or b for a, b in PARAMETER.findall(whole)}


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_made_files_are_those_of_the_catalogue(language: str) -> None:
    mo, texts = catalogues.compiled(catalogues.read(language))
    again = "run `python -m webui.translations.catalogues`"
    assert catalogues.po_file(language).with_suffix(".mo").read_bytes() == mo, again
    assert catalogues.json_file(language).read_text("utf-8") == texts, again


BOOKS = Path(__file__).parents[3] / "shared" / "rulebooks"
MARKS = ("bridge", "double", "hexagon", "stock")
OF_THE_BOOKS = [
    ("tripple-classic", "000", "de", ("Brücke", "Doppelverbindung", "Sechseck", "Vorrat")),
    ("tripple-classic", "000", "fr", ("pont", "double liaison", "hexagone", "Pioche")),
    ("tripple-classic", "000", "it", ("ponte", "doppio collegamento", "esagono", "Riserva")),
    ("tripple-classic", "000", "nl", ("brug", "dubbele verbinding", "zeshoek", "Voorraad")),
    ("tripple-classic", "000", "es", ("puente", "unión doble", "hexágono", "Reserva")),
    ("tripple-classic", "000", "en", ("bridge", "double connection", "hexagon", None)),
    ("tripple-compact-nl", "001", "nl", ("brug", "dubbele verbinding", "zeshoek", "Voorraad")),
    ("tripple-compact-de", "002", "de", (None, "Doppelverbindung", "Sechseck", "Vorrat")),
    ("tripple-compact-it", "004", "it", ("ponte", None, "esagono", "Riserva")),
    ("triodomino", "003", "de", (None, None, "Sechseck", "Vorrat")),
    ("triodomino", "003", "en", (None, None, "hexagon", "Stockpile")),
    ("triodomino", "003", "fr", (None, None, "hexagone", "Réserve")),
    ("triodomino", "003", "it", (None, None, "spigolo di sei punti", "Scorta")),
]


@pytest.mark.parametrize(("preset", "book", "language", "words"), OF_THE_BOOKS)
def test_boxes_have_their_own_words(
    preset: str, book: str, language: str, words: tuple[str | None, ...]
) -> None:
    catalog = catalogues.read(language)
    for mark, expected in zip(MARKS, words, strict=True):
        entry = catalog.get(f"word.{mark}@{preset}") or catalog.get(f"word.{mark}")
        assert expected is None or entry.string == expected


@pytest.mark.skipif(not BOOKS.is_dir(), reason="the printed rule books are not here")
@pytest.mark.parametrize(("preset", "book", "language", "words"), OF_THE_BOOKS)
def test_the_words_are_those_of_the_rule_books(
    preset: str, book: str, language: str, words: tuple[str | None, ...]
) -> None:
    [file] = BOOKS.glob(f"{book}_*.txt")
    text = file.read_text("utf-8").lower()
    assert [word for word in words if word and word.lower() not in text] == []
