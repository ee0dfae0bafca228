"""Reading a line piece by piece, so that an error can point at the place and say what belongs there."""

from __future__ import annotations

import re

BARE = r"[A-Za-z][A-Za-z0-9_+:./-]*"
WORD = re.compile(rf'{BARE}|"(?:[^"\\]|\\.)*"')
_ESCAPES = {"\\": "\\", '"': '"', "n": "\n", "r": "\r", "t": "\t"}
_BLANKS = re.compile(r"[ \t]*")
_FOUND = re.compile(r"\S{1,30}")


class NotationError(ValueError):
    """Text that is no record: where, what was expected, what was found."""

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}, column {column}: expected {expected}, found {found}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found


class Scanner:
    """A line being read from left to right."""

    def __init__(self, text: str, line: int = 1) -> None:
        self._text = text
        self._line = line
        self._at = 0

    @property
    def text(self) -> str:
        """The whole line."""
        return self._text

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What the pattern matches here, blanks skipped; None: it does not, and nothing is consumed."""
        self._skip_blanks()
        return self.take_joined(pattern)

    def take_joined(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The same without skipping blanks: what must follow at once."""
        found = pattern.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def expect(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """What the pattern matches here; otherwise an error that says what was expected."""
        found = self.take(pattern)
        if found is None:
            raise self.error(expected)
        return found

    def word(self, expected: str) -> str:
        """A bare or quoted word."""
        return unquoted(self.expect(WORD, expected)[0])

    def end(self) -> bool:
        """Whether only blanks are left."""
        self._skip_blanks()
        return self._at == len(self._text)

    def error(self, expected: str) -> NotationError:
        """An error about what comes next."""
        self._skip_blanks()
        found = _FOUND.match(self._text, self._at)
        return NotationError(self._line, self._at + 1, expected, f"{found[0]!r}" if found else "the end of the line")

    def error_before(self, found: re.Match[str], expected: str) -> NotationError:
        """An error about something that was read but means nothing."""
        return NotationError(self._line, found.start() + 1, expected, f"{found[0]!r}")

    def _skip_blanks(self) -> None:
        found = _BLANKS.match(self._text, self._at)
        assert found is not None
        self._at = found.end()


def quoted(text: str) -> str:
    """The text between quotation marks, on one line."""
    for letter, sign in _ESCAPES.items():
        text = text.replace(sign, "\\" + letter)
    return f'"{text}"'


def word_text(word: str) -> str:
    """A word as it is written: bare where possible."""
    return word if re.fullmatch(BARE, word) else quoted(word)


def unquoted(text: str) -> str:
    """What a bare or quoted word means."""
    if not text.startswith('"'):
        return text
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text[1:-1])
