"""Collects every text that pages, scripts, server and scorer say, and keeps the catalogues in step.

`python -m webui.translations.catalogues` adds new texts to each .po (empty, to be translated),
drops those nobody says any more, and writes the .mo for the server and the JSON for the scripts.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorer.questions import TEXTS as QUESTIONS
from scorer.rules import OPTIONS, PRESETS
from scorer.texts import ENGLISH
from vision.quality import TEXTS
from webui.watching import TROUBLES

LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
HERE = Path(__file__).parent
WEBUI = HERE.parent
SCRIPT_TEXT = re.compile(r'\b(?:t|tn)\(\s*"((?:[^"\\]|\\.)*)"(?:\s*,\s*"((?:[^"\\]|\\.)*)")?')
MARKS = ("start", "bridge", "double", "hexagon", "draw", "unmatched", "empty", "stock")
ANSWERS = ("keep", "take_back", "none")
# Where a box has its own word, its rule book's word stands under <key>@<preset>.
OWN_WORDS = (
    *(f"word.stock@{preset}" for preset in ("triodomino", "triodomino-topsy-turvy", "triominos")),
    *(f"action.draw@{preset}" for preset in PRESETS if preset.startswith("trio")),
    *(f"word.hexagon@{preset}" for preset in ("triodomino", "triodomino-topsy-turvy")),
    *(f"part.hexagon@{preset}" for preset in ("triodomino", "triodomino-topsy-turvy")),
)

Message = str | tuple[str, str]


def game_keys() -> list[str]:
    """The message keys of scorer and camera; their English stands in en.po."""
    choices = [f"choice.{name}.{c}" for name, option in OPTIONS.items() for c in option.choices]
    return [
        *ENGLISH,
        *(f"option.{name}" for name in OPTIONS),
        *choices,
        *(f"title.{name}" for name in PRESETS),
        *(f"preset.{name}" for name in PRESETS),
        *(f"word.{mark}" for mark in MARKS),
        "action.draw",
        *OWN_WORDS,
        *(f"hint.{name}" for name in TEXTS),
        *(f"trouble.{name}" for name in TROUBLES),
        *(f"question.{kind}" for kind in QUESTIONS),
        *(f"answer.{what}" for what in ANSWERS),
    ]


def script_messages() -> list[Message]:
    """What the pages' scripts say, with the game's own keys."""
    found: list[Message] = []
    for file in sorted((WEBUI / "static" / "js").glob("*.js")):
        for one, many in SCRIPT_TEXT.findall(file.read_text("utf-8")):
            found.append((one, many) if many else one)
    return [*found, *game_keys()]


def server_messages() -> list[Message]:
    found: list[Message] = []
    for file in sorted((WEBUI / "templates").rglob("*.html")):
        found += _extracted("jinja2.ext:babel_extract", file)
    for file in sorted(WEBUI.glob("*.py")):
        found += _extracted("python", file)
    return found


def all_messages() -> list[Message]:
    return list(dict.fromkeys([*server_messages(), *script_messages()]))


def _extracted(method: str, file: Path) -> Iterator[Message]:
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    for _, message, _, _ in extract_from_file(method, file, keywords):
        yield message if isinstance(message, str) else (message[0], message[1])


def po_file(language: str) -> Path:
    return HERE / language / "LC_MESSAGES" / "messages.po"


def json_file(language: str) -> Path:
    return WEBUI / "static" / "messages" / f"{language}.json"


def read(language: str) -> Catalog:
    if not po_file(language).exists():
        return Catalog(language, project="Tripad")
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue with exactly the texts in use, each with the translation it has."""
    old = read(language)
    new = Catalog(language, project="Tripad", creation_date=old.creation_date)
    new.revision_date = old.revision_date
    for message in all_messages():
        known = old.get(message if isinstance(message, str) else message[0])
        new.add(message, known.string if known else _untranslated(message, language))
    return new


def _untranslated(message: Message, language: str) -> Message:
    if language == "en":
        return ENGLISH.get(message, message) if isinstance(message, str) else message
    return "" if isinstance(message, str) else ("", "")


def for_scripts(catalog: Catalog) -> dict[str, str | list[str]]:
    texts: dict[str, str | list[str]] = {}
    for message in script_messages():
        key = message if isinstance(message, str) else message[0]
        entry = catalog.get(key)
        if entry and entry.string:
            texts[key] = entry.string if isinstance(entry.string, str) else list(entry.string)
    return texts


def compiled(catalog: Catalog) -> tuple[bytes, str]:
    """The .mo and the JSON made from a catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    texts = json.dumps(for_scripts(catalog), ensure_ascii=False, indent=0, sort_keys=True)
    return buffer.getvalue(), texts + "\n"


def write(language: str, catalog: Catalog) -> None:
    po_file(language).parent.mkdir(parents=True, exist_ok=True)
    json_file(language).parent.mkdir(parents=True, exist_ok=True)
    with po_file(language).open("wb") as file:
        write_po(file, catalog, sort_output=True, omit_header=False, width=100)
    mo, texts = compiled(catalog)
    po_file(language).with_suffix(".mo").write_bytes(mo)
    json_file(language).write_text(texts, "utf-8")


def missing(language: str) -> list[str]:
    """Texts that have no wording in a language."""
    catalog = read(language)
    keys = [m if isinstance(m, str) else m[0] for m in all_messages()]
    return [key for key in keys if not _worded(catalog, key)]


def _worded(catalog: Catalog, key: str) -> bool:
    entry = catalog.get(key)
    if entry is None or not entry.string or (entry.string == key and key in game_keys()):
        return False
    return all(entry.string) if isinstance(entry.string, (tuple, list)) else True


def main() -> None:
    for language in LANGUAGES:
        write(language, updated(language))
        print(f"{language}: {len(missing(language))} texts missing")


if __name__ == "__main__":
    main()
