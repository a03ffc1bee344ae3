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
_HIGH = re.compile(rb"[\x80-\xff]+")
_PAIRS = re.compile(rb"(?:[\xa1-\xf7][\xa1-\xfe])+|(?:[\x81-\xfe][\x80-\xfe]){2,}")
_LEVEL_1 = re.compile(rb"(?:[\xb0-\xd7][\xa1-\xfe]){2,}")
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
    balance = _chinese_runs(sample)
    try:
        # A tie, such as one short name, goes to the reading with more of the usual characters.
        if balance > 0 or (balance == 0 and _common(sample) >= _vietnamese(sample)):
            data.decode("gb18030")
            return "gb18030"
    except UnicodeDecodeError:
        if balance * 2 > sum(len(run) for run in _HIGH.findall(sample)):
            return "gb18030"  # plainly Chinese with a damaged place, which the error will name
    return "cp1258" if _tones(sample) > 0 else "cp1252"


def _chinese_runs(sample: bytes) -> int:
    """Bytes in runs that look like Chinese words, less those in runs that look like accents.

    Accented letters stand among plain ones, one or two bytes together; Chinese characters are pairs
    of high bytes and seldom touch a plain letter.
    """
    balance = 0
    for run in _HIGH.finditer(sample):
        length = len(run[0])
        touching = sample[run.start() - 1 : run.start()].isalpha() or (
            sample[run.end() : run.end() + 1].isalpha()
        )
        usual = _LEVEL_1 if touching else _PAIRS
        chinese = usual.fullmatch(run[0])
        balance += length if chinese else -length
    return balance


def _common(sample: bytes) -> float:
    """The share of everyday characters (level 1 of GB 2312, or signs) in the Chinese reading."""
    beyond = [c for c in sample.decode("gb18030", "replace") if c > "\x7f"]
    pairs = [c.encode("gb18030") for c in beyond]
    return sum(len(p) == 2 and p[1] >= 0xA1 and p[0] <= 0xD7 for p in pairs) / max(len(pairs), 1)


def _vietnamese(sample: bytes) -> float:
    """The share of Vietnamese letters and tones in the reading as Windows-1258."""
    beyond = [c for c in sample.decode("cp1258", "replace") if c > "\x7f"]
    return sum(c in _VIETNAMESE for c in beyond) / max(len(beyond), 1)


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
