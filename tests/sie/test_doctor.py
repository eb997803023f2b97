"""The doctor names what is broken and what to do, and exits by it."""

from __future__ import annotations

import pytest

from sie import doctor
from sie.doctor import Check, Health
from sie.options import Options


def test_broken_check_makes_the_exit_code_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor, "run_checks", lambda options: [Check("x", Health.BROKEN, "not installed", "pip install x")]
    )
    assert doctor.report(Options()) == 1


def test_absent_extras_are_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "run_checks", lambda options: [Check("CUDA", Health.ABSENT, "no device")])
    assert doctor.report(Options()) == 0
    assert "no device" in capsys.readouterr().out


@pytest.mark.engine
def test_a_whole_installation_is_well() -> None:
    checks = {check.what: check for check in doctor.run_checks(Options())}
    assert checks["text engine rapidocr"].health is Health.GOOD
    assert checks["cv2 of one version"].health is Health.GOOD
    assert any(what.startswith("weights PP-OCR") and check.found.startswith("sha256") for what, check in checks.items())
