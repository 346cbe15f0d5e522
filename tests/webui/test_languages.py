"""Every text in every language, with its parameters, and the made files in step with the .po."""

from __future__ import annotations

import re

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


def test_boxes_have_their_own_words() -> None:
    french = catalogues.read("fr")
    assert french.get("word.stock").string == "Pioche"
    assert french.get("word.stock@triodomino").string == "Réserve"
    assert catalogues.read("it").get("word.stock@triodomino").string == "Scorta"
