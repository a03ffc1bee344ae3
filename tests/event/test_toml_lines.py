"""Finding the line of a key, for messages about event files and rulebooks."""

from __future__ import annotations

import pytest

from scheduler.event.toml_lines import line_of

TEXT = '''[event]
name = "Cup"  # """ no opening
note = """
[rule]
id = "not this one"
"""
"odd key" = 'a """ b'

[[rule]]
id = "x"
[[stage]]
  [[stage.rule]]
  id = "y"
[[rule]]
"id" = "z"
most.away = 2
'''


@pytest.mark.parametrize(("table", "key", "index", "line"), [
    ("event", "name", 0, 2), ("event", "odd key", 0, 7), ("rule", "id", 0, 10),
    ("rule", "id", 1, 15), ("rule", "most", 1, 16), ("stage.rule", "id", 0, 13),
    ("rule", "absent", 1, 14), ("rule", "id", 2, 0), ("nowhere", "stage", 0, 11),
])
def test_a_key_is_found_in_its_own_table_and_not_inside_long_texts(
    table: str, key: str, index: int, line: int
) -> None:
    assert line_of(TEXT, table, key, index) == line


def test_line_ends_of_windows_count_once() -> None:
    assert line_of(TEXT.replace("\n", "\r\n"), "rule", "id", 1) == 15
