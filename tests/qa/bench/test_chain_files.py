from __future__ import annotations

import json
from pathlib import Path

import pytest

from qa import plan as p
from qa.bench.chain_files import load_chains, load_verdicts, score_chain_files, write_chains, write_verdicts
from qa.bench.chains import Chain, Premise, PremiseKind
from qa.bench.scoring import ScoringError
from qa.fol.syntax import Verum


def chain(name: str, *truths: bool) -> Chain:
    premises = tuple(
        Premise(f"{name}/{n}", PremiseKind.DATA, "a statement – “so”", p.Exists(p.Values()), Verum(), truth, n)
        for n, truth in enumerate(truths, start=1)
    )
    return Chain(name, "c1", {"L": "ß"}, premises)


def test_chains_written_are_read_and_scored(tmp_path: Path) -> None:
    truths, verdicts = tmp_path / "chains.jsonl", tmp_path / "verdicts.jsonl"
    assert write_chains([chain("a", True, False), chain("b", True)], truths) == 2
    verdicts.write_text('{"id": "a/1", "predicted": "yes"}\n\n{"id": "a/2", "predicted": true}\n', encoding="utf-8")
    found = score_chain_files(truths, verdicts)
    assert (found.premises.mean, found.chains.mean, found.unjudged) == (pytest.approx(1 / 3), 0.0, 1)
    assert found.dcp == pytest.approx((1 / 2 + 0) / 2)
    assert [len(premises) for premises in load_chains(truths)] == [2, 1]


@pytest.mark.parametrize(
    "written",
    [
        '{"a/1": true, "a/2": "no"}',
        '[{"id": "a/1", "predicted": true}, {"id": "a/2", "predicted": "no"}]',
        '{"id": "a/1", "predicted": true}\n{"id": "a/2", "predicted": "no"}\n',
    ],
)
def test_verdicts_may_be_an_object_a_list_or_lines(tmp_path: Path, written: str) -> None:
    path = tmp_path / "verdicts.json"
    path.write_text(written, encoding="utf-8")
    assert load_verdicts(path) == {"a/1": True, "a/2": "no"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00", "cannot be read"),
        (b'{"premises": []}\n{oops\n', "line 2: not JSON"),
        (b'{"premises": 3}', "line 1: a premise chain: expected"),
        (b'{"premises": [{"id": "a"}]}', "premise 'a': expected"),
    ],
)
def test_unreadable_chains_name_the_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "chains.jsonl"
    path.write_bytes(content)
    with pytest.raises(ScoringError, match=message):
        load_chains(path)


def test_unreadable_verdicts_name_the_line(tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_text(json.dumps([{"predicted": True}]), encoding="utf-8")
    with pytest.raises(ScoringError, match="line 1: expected an object with an id"):
        load_verdicts(path)
    with pytest.raises(ScoringError, match="cannot be read"):
        load_verdicts(tmp_path / "absent")


def test_no_chains_are_an_empty_file(tmp_path: Path) -> None:
    assert write_chains([], tmp_path / "none.jsonl") == 0
    assert load_chains(tmp_path / "none.jsonl") == []


def test_folder_of_chains_is_read_and_a_premise_twice_is_named(tmp_path: Path) -> None:
    write_chains([chain("a", True)], tmp_path / "set" / "chains" / "a.jsonl")
    write_chains([chain("b", False)], tmp_path / "set" / "chains" / "b.jsonl")
    assert [premise.id for premises in load_chains(tmp_path / "set") for premise in premises] == ["a/1", "b/1"]
    write_chains([chain("b", False)], tmp_path / "set" / "chains" / "c.jsonl")
    with pytest.raises(ScoringError, match=r"c\.jsonl, line 1: a second premise with the id 'b/1'"):
        load_chains(tmp_path / "set")


def test_empty_folder_has_no_chains(tmp_path: Path) -> None:
    with pytest.raises(ScoringError, match=r"no \.json or \.jsonl file in it"):
        load_chains(tmp_path)


def test_verdicts_on_false_premises_and_on_no_premise_are_counted_apart(tmp_path: Path) -> None:
    write_chains([chain("a", True, False, False)], tmp_path / "chains.jsonl")
    write_verdicts({"a/1": "yes", "a/2": "yes", "a/3": False, "z/1": True}, tmp_path / "verdicts.jsonl")
    found = score_chain_files(tmp_path / "chains.jsonl", tmp_path / "verdicts.jsonl")
    assert {truth: cell.mean for truth, cell in found.by_truth.items()} == {"true": 1.0, "false": 0.5}
    assert found.unknown == 1


def test_a_second_verdict_on_a_premise_is_named(tmp_path: Path) -> None:
    (tmp_path / "v.jsonl").write_text('{"id": "a", "predicted": true}\n{"id": "a", "predicted": false}\n')
    with pytest.raises(ScoringError, match="line 2: a second verdict on 'a'"):
        load_verdicts(tmp_path / "v.jsonl")
