"""The rulebook as data: the page of every game, which ships with its package, read clause by clause.

Law: a page is `# Title`, an introduction, `## Section`, `### BLK-12 · Short title` and its paragraphs; a paragraph that
is quoted is a reading (`> **Reading.** …`) or an option (`> **Option** ...`) of the clause above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pennyflick.rules import registry
from pennyflick.table import CLAUSE_ID, Clause
from pennyflick.table.near_miss import did_you_mean

RULES_VERSION = 2  # rises when a ruling changes: records made before may then replay otherwise

MENTION = re.compile(rf"\b({CLAUSE_ID})\b")  # a clause named in running text
_HEADING = re.compile(rf"({CLAUSE_ID})(?: · (.+))?")
COMMON = "common"  # the page of what all penny games share


class UnknownClauseError(ValueError):
    """No clause has this id."""


@dataclass(frozen=True)
class ClauseText:
    """One clause as the rulebook words it."""

    id: Clause
    title: str
    paragraphs: tuple[str, ...]
    readings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A heading, what stands under it, and its clauses."""

    title: str
    paragraphs: tuple[str, ...]
    clauses: tuple[ClauseText, ...]


@dataclass(frozen=True)
class Rulebook:
    """One page of the rulebook."""

    title: str
    introduction: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[ClauseText, ...]:
        """Every clause of the page, in order."""
        return tuple(clause for section in self.sections for clause in section.clauses)


def pages() -> tuple[str, ...]:
    """The names of all pages: the games and "common"."""
    return tuple(sorted((COMMON, *registry.names())))


def source(page: str) -> str:
    """A page of the rulebook as it is written: a game's name, or "common"."""
    if page == COMMON:
        return files(__package__).joinpath("text", f"{COMMON}.md").read_text(encoding="utf-8")
    return registry.page_text(page)


@cache
def rulebook(page: str) -> Rulebook:
    """A page of the rulebook, read: a game's name, or "common"."""
    return parse(source(page))


def clauses() -> Mapping[Clause, ClauseText]:
    """Every clause of every page by its id."""
    return _clauses(pages())


@cache
def _clauses(wanted: tuple[str, ...]) -> Mapping[Clause, ClauseText]:
    return {clause.id: clause for page in wanted for clause in rulebook(page).clauses}


def clause(clause_id: str) -> ClauseText:
    """The clause with this id, in capitals or not; raises UnknownClauseError."""
    known = clauses()
    wanted = Clause(clause_id.upper())
    if wanted not in known:
        raise UnknownClauseError(f"no clause {clause_id!r}; {did_you_mean(wanted, known, 'ids look like BLK-12')}")
    return known[wanted]


def page_of(clause_id: str) -> str | None:
    """The page on which a clause stands, its id in capitals or not; None: there is no such clause."""
    wanted = clause_id.upper()
    return next((page for page in pages() for each in rulebook(page).clauses if each.id == wanted), None)


def read_heading(heading: str) -> tuple[Clause, str] | None:
    """The id and the title that the heading of a clause gives; None: it heads something else."""
    found = _HEADING.fullmatch(heading)
    return found and (Clause(found[1]), found[2] or "")


def parse(text: str) -> Rulebook:
    """A page from its Markdown."""
    title, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    heading, introduction = _split_heading(title.lstrip().removeprefix("# "))
    preface, *loose = _blocks_by_clause(introduction)
    parsed = [_section(section) for section in sections]
    if loose:  # clauses before the first section
        parsed.insert(0, Section("", (), tuple(map(_clause, loose))))
    return Rulebook(heading, _paragraphs(preface), tuple(parsed))


def _section(text: str) -> Section:
    heading, body = _split_heading(text)
    preface, *rest = _blocks_by_clause(body)
    return Section(heading, _paragraphs(preface), tuple(map(_clause, rest)))


def _blocks_by_clause(text: str) -> list[str]:
    return re.split(r"^(?=### )", "\n" + text, flags=re.MULTILINE)


def _clause(text: str) -> ClauseText:
    heading, body = _split_heading(text)
    named = read_heading(heading.removeprefix("### "))
    if named is None:
        raise ValueError(f"{heading!r} is no heading of a clause; write '### BLK-12 · Short title'")
    blocks = _paragraphs(body)
    return ClauseText(
        *named,
        tuple(block for block in blocks if not block.startswith("> ")),
        tuple(_quotes(blocks, "Reading")),
        tuple(_quotes(blocks, "Option")),
    )


def _quotes(blocks: tuple[str, ...], kind: str) -> Iterator[str]:
    for block in blocks:
        if block.startswith(f"> **{kind}"):
            yield re.sub(r"^\*\*(?:Reading\.?\*\* *|Option\*\* *)", "", _unquoted(block)).strip()


def _unquoted(block: str) -> str:
    return " ".join(line.removeprefix(">").strip() for line in block.split("\n"))


def _split_heading(text: str) -> tuple[str, str]:
    heading, _, body = text.partition("\n")
    return heading.strip(), body


def _paragraphs(text: str) -> tuple[str, ...]:
    """Paragraphs with their own line breaks undone, except in tables, lists and quotes."""
    blocks = (block.strip("\n") for block in re.split(r"\n\s*\n", text))
    return tuple(_joined(block) for block in blocks if block.strip())


def _joined(block: str) -> str:
    return block if block.startswith(("|", "- ", "> ", "```", "1. ")) else " ".join(block.split())
