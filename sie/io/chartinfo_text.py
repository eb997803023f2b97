"""LaTeX in CHART-Info labels as the plain text that stands on the picture."""

from __future__ import annotations

import re

_SYMBOLS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ",
    "Theta": "Θ", "Lambda": "Λ", "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "times": "×",
    "cdot": "·", "pm": "±", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "neq": "≠", "approx": "≈", "sim": "~",
    "infty": "∞", "degree": "°", "circ": "°", "rightarrow": "→", "to": "→", "leftarrow": "←", "sqrt": "√", "sum": "Σ",
    "prime": "′", "log": "log", "ln": "ln", "exp": "exp", "sin": "sin", "cos": "cos", "max": "max", "min": "min",
    "AA": "Å", "ss": "ß", "o": "ø", "ell": "ℓ", "perp": "⊥", "partial": "∂", "quad": " ", "micro": "µ",
}  # fmt: skip
_TEXT = re.compile(r"\\(?:text|mathrm|mathbf|mathit|mathsf|rm|textit|textbf|operatorname|mbox|it|bf)\b\s*\{([^{}]*)\}")
_FRACTION = re.compile(r"\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_COMMAND = re.compile(r"\\([A-Za-z]+)\s?")
_ESCAPED = re.compile(r"\\([%$#&_{}])")
_SPACE = re.compile(r"\\[,;:! ]|~")
_MATH = re.compile(r"(?<!\\)\$(.+?)(?<!\\)\$")


def has_latex(text: str) -> bool:
    """Whether a label has LaTeX in it: a pair of $ signs with a mark-up between, or a known command.

    >>> has_latex("$10^{3}$"), has_latex("US$ and A$"), has_latex("100 %")
    (True, False, False)
    """
    if any(re.search(r"[\\^_{}]", match) for match in _MATH.findall(text)):
        return True
    named = any(name in _SYMBOLS for name in _COMMAND.findall(text))
    return named or bool(_TEXT.search(text) or _FRACTION.search(text) or re.search(r"[\^_]\{[^{}]*\}", text))


def plain_text(text: str) -> str:
    """A label with its LaTeX as plain text: Greek letters, `10^3`, `H_2`; other labels as they are.

    >>> plain_text(r"$\\alpha_{1}$ ($\\mu$m)"), plain_text("$10^{-3}$"), plain_text("50%")
    ('α_1 (μm)', '10^-3', '50%')
    """
    if not has_latex(text):
        return text
    for pattern, shape in ((_TEXT, r"\1"), (_FRACTION, r"\1/\2")):
        previous = ""
        while previous != text:
            previous, text = text, pattern.sub(shape, text)
    text = _SPACE.sub(" ", text)
    text = re.sub(r"\^\s*\{\s*\\circ\s*\}|\^\s*\\circ", "°", text)
    text = _COMMAND.sub(lambda match: _SYMBOLS.get(match.group(1), match.group(1)), text)
    text = re.sub(r"(?<!\\)\$", "", text)
    text = _ESCAPED.sub(r"\1", text)
    text = re.sub(r"(?<!\\)[{}]", "", text)
    return " ".join(text.split()) if "\n" not in text else text.strip()
