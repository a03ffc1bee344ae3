"""Texts of unknown encoding, and the cleaning of cells."""

from __future__ import annotations

import random
import unicodedata

import pytest

from files.entry_lists import in_1258
from scheduler.errors import FileError
from scheduler.files.text import clean, decode, fold

NAMES = {
    "gbk": "北京 上海 重庆 鄂尔多斯 衢州 濮阳 泸州 亳州 漯河 嵊泗 郴州 深圳华侨城 北京A队 上海B队 郝鑫 "
           "聂磊 翟晔 闫焱 霍鹄 朱镕 王堃华",
    "cp1258": "Hà_Nội Đà_Nẵng Cần_Thơ Huế Quảng_Ninh Nghệ_An Thanh_Hóa Lâm_Đồng Vĩnh_Phúc Hồ_Chí_Minh "
              "Sóc_Trăng Phú_Thọ Nguyễn_Văn_Hùng Trần_Thị_Mai Lê_Đức_Anh Phạm_Quỳnh Võ_Ngọc Đường",
    "cp1252": "São_Paulo Málaga Köln Zürich Ålborg Malmö Besançon Forlì Coruña Città Évora Señor "
              "Çelik Gävle Groß Niños Orléans Però",
}


@pytest.mark.parametrize("encoding", NAMES)
@pytest.mark.parametrize("length", [2, 3, 6])
def test_short_lists_of_names_are_told_apart_by_how_their_bytes_stand(
    encoding: str, length: int
) -> None:
    names = [name.replace("_", " ") for name in NAMES[encoding].split()]
    rng = random.Random(length)
    for _ in range(50):
        text = "\n".join(rng.sample(names, length))
        data = in_1258(text) if encoding == "cp1258" else text.encode(encoding)
        assert unicodedata.normalize("NFC", decode(data, "x")) == text


def test_bytes_after_a_mark_that_do_not_fit_it_are_named_by_line() -> None:
    with pytest.raises(FileError, match=r"^t.csv:2: the characters are not readable as utf-8"):
        decode(b"\xef\xbb\xbfname\n\xff\n", "t.csv")


def test_a_damaged_place_in_a_chinese_list_is_named_and_not_read_as_accents() -> None:
    with pytest.raises(FileError, match=r"^t.csv:3: the characters are not readable as gb18030"):
        decode("北京\n上海\n".encode("gbk") + b"\xb1\n" + "重庆龙队\n".encode("gbk"), "t.csv")


def test_what_cannot_be_seen_or_turns_the_writing_is_taken_out() -> None:
    assert clean("\ufeff a\u00a0\u202eb\x1b[31m\tc\u200b\r\n") == "a b [31m c"


def test_headings_are_compared_without_case_width_accents_and_punctuation() -> None:
    assert fold(" Đội_Nhà: ") == fold("doi nha") == "doinha"
    assert fold("Ｎo．") == fold("№") == "no"
