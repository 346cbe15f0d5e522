"""Tile sets: material, ink, numerals or pips, thickness, rounding, as one random recipe."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render import assets, pips
from models.render.texture import hsv, marble, random_colour, wood

KINDS = {
    "ivory_num": 0.34,
    "card_num": 0.09,
    "kite_num": 0.06,
    "dark_num": 0.09,
    "colour_num": 0.05,
    "wood_num": 0.07,
    "marble_num": 0.02,
    "wood_pip": 0.15,
    "ivory_pip": 0.09,
    "dark_pip": 0.04,
}


@dataclass(frozen=True)
class TileSet:
    """A set's looks. Lengths in sides; colours are (3,) BGR 0–255."""

    kind: str
    body: np.ndarray
    wall: np.ndarray
    stuff: np.ndarray  # (n, n, 3) float32 factor or colour of the material, tiles cut from it
    inks: np.ndarray  # (6, 3) ink by value
    glyphs: tuple[np.ndarray, ...] | None  # six (h, w) uint8 masks, or None for pips
    patterns: tuple[np.ndarray, ...] | None  # six (k, 2)
    glyph_height: float
    reach: float  # from the tile's centre to a numeral's centre
    facing: str  # "foot" | "head" to the corner, or "up"
    pip_radius: float
    pip_spacing: float
    pip_reach: float  # from the tile's centre to the middle of a corner's pips
    pip_depth: float
    thickness: float
    rounding: float
    bevel: float
    bevel_strength: float
    dome: float  # radius; 0 for none
    dome_colour: np.ndarray
    dome_on_back: bool
    border: float  # inset of a printed line, 0 for none
    border_width: float
    border_colour: np.ndarray
    kites: np.ndarray | None  # (6, 3) colours of the corner kites by value
    kite_share: float
    kite_discs: bool  # round patches behind the numerals instead of kites
    emblem: str  # printed in the middle: "", "triangle", "star", "ring", "word"
    emblem_size: float
    emblem_colour: np.ndarray
    slip: float  # print offset
    wear: float
    gloss: float
    back: str
    back_colour: np.ndarray
    zero_empty: bool
    underline: float
    corner_steps: int  # 2: corners cut off straight
    sawn: float  # how unequal the tiles are
    wobble: float  # how freely pips were drilled
    engrave: float  # light rim beside sunken numerals
    dirt: float


def lab(colour: np.ndarray) -> np.ndarray:
    """(3,) BGR 0–255 to CIE Lab."""
    pixel = np.float32(colour).reshape(1, 1, 3) / 255
    return cv2.cvtColor(np.clip(pixel, 0, 1), cv2.COLOR_BGR2Lab)[0, 0]


def contrasting(rng: np.random.Generator, body: np.ndarray, least: float, **kw) -> np.ndarray:
    """A random ink that stands out from the body by at least so much in Lab."""
    for _ in range(60):
        ink = random_colour(rng, **kw)
        gap = lab(ink) - lab(body)
        if np.hypot(gap[0], np.hypot(gap[1], gap[2]) * 0.6) > least:
            return ink
    return np.float32([15, 15, 15]) if lab(body)[0] > 50 else np.float32([240, 240, 240])


def make_tileset(rng: np.random.Generator, kind: str | None, split: str) -> TileSet:
    """A random set; kind picks the family."""
    weights = np.array(list(KINDS.values()))
    kind = kind or str(rng.choice(list(KINDS), p=weights / weights.sum()))
    material, marking = kind.split("_")
    body, stuff = _material(rng, material)
    numerals = marking == "num"
    thin = material in ("card", "kite")
    thickness = rng.uniform(0.02, 0.1) if thin else rng.uniform(0.06, 0.28)
    kites = _kites(rng) if material == "kite" else None
    has_dome = numerals and material in ("ivory", "dark", "marble", "colour") and rng.random() < 0.5
    pip_radius = rng.uniform(0.024, 0.042) if rng.random() < 0.8 else rng.uniform(0.04, 0.047)
    return TileSet(
        kind=kind,
        body=body,
        wall=body * rng.uniform(0.75, 1.02) if rng.random() < 0.85 else random_colour(rng),
        stuff=stuff,
        inks=_inks(rng, material, numerals, body, kites),
        glyphs=_glyphs(rng, split) if numerals else None,
        patterns=None if numerals else tuple(pips.choose(rng)),
        glyph_height=float(np.clip(rng.normal(0.18, 0.022), 0.13, 0.25)),
        reach=float(np.clip(rng.normal(0.265, 0.025), 0.2, 0.33)),
        facing=str(rng.choice(["foot", "head", "up"], p=[0.68, 0.24, 0.08])),
        pip_radius=pip_radius,
        pip_spacing=rng.uniform(2.4, 5.2),
        pip_reach=rng.uniform(0.16, 0.37),
        pip_depth=rng.uniform(0.2, 1.0) if material == "wood" else rng.uniform(0, 0.6),
        thickness=thickness,
        rounding=rng.uniform(0, 0.035) if material == "wood" else rng.uniform(0.005, 0.075),
        bevel=rng.uniform(0.008, 0.03),
        bevel_strength=rng.uniform(0, 0.35) * (0.4 if thin else 1),
        dome=rng.uniform(0.03, 0.065) if has_dome else 0.0,
        dome_colour=hsv(
            rng.uniform(0.09, 0.14), rng.choice([0.0, 0.6, 0.75]), rng.uniform(0.5, 0.85)
        ),
        dome_on_back=bool(rng.random() < 0.5),
        border=rng.uniform(0.02, 0.06) if thin and rng.random() < 0.5 else 0.0,
        border_width=rng.uniform(0.006, 0.025),
        border_colour=random_colour(rng),
        kites=kites,
        kite_share=float(rng.choice([1.0, rng.uniform(0.8, 0.95)])),
        kite_discs=bool(rng.random() < 0.5),
        emblem=_emblem(rng) if numerals and not has_dome else "",
        emblem_size=rng.uniform(0.04, 0.12),
        emblem_colour=random_colour(rng),
        slip=float(abs(rng.normal(0, 0.008))),
        wear=rng.uniform(0, 1) ** 2,
        gloss=rng.uniform(0.1, 1.0)
        if material in ("ivory", "dark", "colour", "marble")
        else rng.uniform(0, 0.5),
        back=str(rng.choice(["blank", "lines", "logo", "colour"], p=[0.72, 0.1, 0.1, 0.08])),
        back_colour=random_colour(rng),
        zero_empty=not numerals or rng.random() < 0.03,
        underline=0.016 if numerals and rng.random() < 0.05 else 0.0,
        corner_steps=2 if rng.random() < (0.5 if material == "wood" else 0.06) else 5,
        sawn=rng.uniform(0, 0.014) if material == "wood" and rng.random() < 0.6 else 0.0,
        wobble=rng.uniform(0.2, 1) if rng.random() < (0.6 if material == "wood" else 0.1) else 0.0,
        engrave=rng.uniform(0.2, 1) if numerals and rng.random() < 0.2 else 0.0,
        dirt=rng.uniform(0, 1) if rng.random() < 0.3 else 0.0,
    )


def _material(rng: np.random.Generator, material: str) -> tuple[np.ndarray, np.ndarray]:
    if material == "wood":
        base = hsv(rng.uniform(0.03, 0.11), rng.uniform(0.2, 0.75), rng.uniform(0.3, 0.9))
        return base, wood(rng, 384, base)
    if material == "dark":
        body = hsv(rng.random(), rng.uniform(0, 0.75) ** 1.5, rng.uniform(0.06, 0.5))
    elif material == "colour":
        body = hsv(rng.random(), rng.uniform(0.4, 1), rng.uniform(0.4, 1))
    elif material == "marble":
        body = random_colour(rng, 0.5)
        return body, marble(rng, 256, body, body * rng.uniform(0.6, 0.9))
    elif material in ("card", "kite"):
        body = hsv(rng.uniform(0.08, 0.17), rng.uniform(0, 0.25), rng.uniform(0.8, 1))
        body = random_colour(rng, 0.6) if rng.random() < 0.2 else body
    else:
        body = hsv(
            rng.uniform(0.08, 0.16),
            rng.uniform(0, 0.2) + 0.12 * (rng.random() < 0.2),
            rng.uniform(0.78, 1),
        )
    grain = rng.normal(0, 1, (256, 256, 1)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.8, 3))[..., None]
    return body, np.float32(body) + grain / grain.std() * rng.uniform(0, 1) ** 2 * 4.5


def _emblem(rng: np.random.Generator) -> str:
    return str(
        rng.choice(["", "triangle", "star", "ring", "word"], p=[0.76, 0.08, 0.05, 0.07, 0.04])
    )


def _kites(rng: np.random.Generator) -> np.ndarray:
    start, step = rng.random(), rng.choice([1, -1, 2]) / 6
    tone = rng.uniform(0.55, 1), rng.uniform(0.25, 0.9)
    kites = [hsv(start + k * step + rng.normal(0, 0.02), tone[1], tone[0]) for k in range(6)]
    return np.array([kites[k] for k in rng.permutation(6)])


def _inks(
    rng: np.random.Generator, material: str, numerals: bool, body: np.ndarray, kites
) -> np.ndarray:
    """(6, 3): one ink for all, or one by value."""
    if kites is not None:
        dark = rng.uniform(0, 40, 3)
        light = rng.uniform(225, 255, 3)
        return np.array([dark if lab(k)[0] > rng.uniform(45, 62) else light for k in kites])
    by_value = {"ivory": 0.15, "card": 0.6, "dark": 0.2, "wood": 0.15}.get(material, 0.2)
    by_value = by_value if numerals else 0.65
    least = 34 if numerals else 28
    if rng.random() < by_value:
        return np.array([contrasting(rng, body, least) for _ in range(6)])
    if lab(body)[0] > 45 and rng.random() < 0.8 and (numerals or material != "wood"):
        return np.tile(rng.uniform(0, 1, 3) * rng.choice([12, 30, 60]), (6, 1))
    if lab(body)[0] <= 45 and rng.random() < 0.7:
        return np.tile(rng.uniform(205, 255, 3), (6, 1))
    return np.tile(contrasting(rng, body, 45), (6, 1))


def _glyphs(rng: np.random.Generator, split: str) -> tuple[np.ndarray, ...]:
    """Six digit masks of one random font, bold sans fonts preferred."""
    found = assets.fonts(split)
    if not found:
        return tuple(assets.digit_mask("", d) for d in range(6))
    pool = _bold_sans(found) if rng.random() < 0.55 else found
    path = pool[int(rng.integers(len(pool)))]
    for _ in range(4):
        # Programmers' fonts mark the zero with a dot or slash; tile sets hardly ever do.
        if assets.has_open_zero(path) or rng.random() < 0.04:
            break
        path = pool[int(rng.integers(len(pool)))]
    masks = [assets.digit_mask(path, d) for d in range(6)]
    stretch = float(np.clip(rng.normal(1, 0.1), 0.75, 1.3))
    masks = [cv2.resize(m, None, fx=stretch, fy=1, interpolation=cv2.INTER_AREA) for m in masks]
    return tuple(_weighted(rng, masks))


def _weighted(rng: np.random.Generator, masks: list[np.ndarray]) -> list[np.ndarray]:
    """Make strokes a little fatter or thinner, as printing does."""
    grow = int(rng.choice([-3, 0, 0, 3, 6]))
    if not grow:
        return masks
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(grow) + 1, abs(grow) + 1))
    padded = [cv2.copyMakeBorder(m, 8, 8, 8, 8, cv2.BORDER_CONSTANT) for m in masks]
    change = cv2.dilate if grow > 0 else cv2.erode
    return [change(m, kernel)[4:-4, 4:-4] for m in padded]


def _bold_sans(found: tuple[str, ...]) -> tuple[str, ...]:
    words = ("bold", "black", "heavy", "demi", "medium")
    bold = [p for p in found if any(w in p.lower() for w in words)]
    plain = [p for p in bold if not any(w in p.lower() for w in ("serif", "slab", "ital", "mono"))]
    return tuple(plain) or found
