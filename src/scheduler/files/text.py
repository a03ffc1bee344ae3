"""Bytes of unknown encoding to text, and the cleaning that every cell and name goes through.

Entry lists come from offices in China, Vietnam and Europe: UTF-8 with or without mark, UTF-16,
GB 18030 (which includes GBK and GB 2312), Windows-1258 and Windows-1252.
"""

from __future__ import annotations

import re
import unicodedata

from scheduler.errors import FileError

__all__ = ["clean", "decode", "fold"]

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_VOWELS = frozenset("aeiouyâăêôơưAEIOUYÂĂÊÔƠƯ")
_TONES = frozenset("\u0300\u0301\u0303\u0309\u0323")
_VIETNAMESE = frozenset("àáâãèéêìíòóôõùúýăđĩũơưÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÝĂĐĨŨƠƯ") | _TONES
_SAMPLE = 200_000
# Invisible characters that files pick up: soft hyphen, zero-width space, word joiner, byte order
# mark, and the marks that turn the writing direction (which can make a name read as another).
_UNSEEN = re.compile(
    "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def decode(data: bytes, where: str) -> str:
    """The text of ``data``. Raises :class:`FileError` at ``where`` when it is no text at all."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding, where)
    if b"\0" in data[:_SAMPLE]:
        return _strictly(data, _utf16_without_mark(data, where), where)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _strictly(data, _eight_bit(data), where)


def _strictly(data: bytes, encoding: str, where: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileError(
            f"the characters are not readable as {encoding} (byte {error.start + 1})",
            where=f"{where}:{line}",
            maybe='save it again as "CSV UTF-8".',
        ) from None


def _utf16_without_mark(data: bytes, where: str) -> str:
    """UTF-16 has its line ends and separators as pairs with a zero; other zeros mean no text."""
    sample = data[:_SAMPLE]
    little = sum(sample.count(bytes((c, 0))) for c in b"\n,;\t")
    big = sum(sample.count(bytes((0, c))) for c in b"\n,;\t")
    if len(data) % 2 or not little + big:
        raise FileError(
            "this is not a text file", where=where, maybe="export it as CSV or XLSX."
        )
    return "utf-16-le" if little >= big else "utf-16-be"


def _eight_bit(data: bytes) -> str:
    """The likeliest of the 8-bit and double-byte encodings: compares how natural each reads."""
    sample = data[:_SAMPLE]
    chinese = _chinese(data, sample)
    foreign, total = _vietnamese(sample)
    if chinese is not None and chinese[0] * total >= foreign * chinese[1]:
        return "gb18030"
    return "cp1258" if foreign and _tones(sample) > 0 else "cp1252"


def _chinese(data: bytes, sample: bytes) -> tuple[int, int] | None:
    """(common characters, all characters beyond ASCII) of the reading as GB 18030, if it reads."""
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    good = total = 0
    for character in sample.decode("gb18030", "ignore"):
        if character > "\x7f":
            total += 1
            pair = character.encode("gb18030", "ignore")
            good += len(pair) == 2 and pair[1] >= 0xA1 and pair[0] <= 0xD7
    return good, max(total, 1)


def _vietnamese(sample: bytes) -> tuple[int, int]:
    """(Vietnamese letters and tones, all characters beyond ASCII) of the reading as 1258."""
    beyond = [c for c in sample.decode("cp1258", "replace") if c > "\x7f"]
    return sum(c in _VIETNAMESE for c in beyond), max(len(beyond), 1)


def _tones(sample: bytes) -> int:
    """Evidence for Windows-1258 against Windows-1252, which shares most letters with it.

    A tone mark on its vowel, or a d with stroke, speaks for Vietnamese; a tone mark anywhere else
    or an ending like Portuguese "ao" under a breve speak against it.
    """
    text = sample.decode("cp1258", "replace")
    score = 0
    for before, character in zip(" " + text, text, strict=False):
        if character in _TONES:
            score += 1 if before in _VOWELS else -2
        elif character in "đĐưƯ":
            score += 1
        elif (before in "ăơ" and character in "oe") or character == "₫":
            score -= 3
    return score


def clean(text: str) -> str:
    """``text`` as one line: composed characters, single plain spaces, nothing invisible."""
    if text.isascii() and text.isalnum():
        return text
    text = _UNSEEN.sub("", _CONTROL.sub(" ", text))
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold(text: str) -> str:
    """``text`` for comparison of headings: no case, width, accents, spaces or punctuation."""
    wide = unicodedata.normalize("NFKD", text.replace("đ", "d").replace("Đ", "D"))
    return "".join(c for c in wide.casefold() if c.isalnum() or c == "#")
