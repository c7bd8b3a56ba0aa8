import type { RuleContent, SummarySection, SummaryStyle } from "../grammar/summary-style";

/**
 * A sample answer in the form of a style, for a prompt that shows one ("one-shot"). Its content is invented, about a project
 * that no transcript is about, so that a model which copied from it would be seen.
 */

const LINES: Readonly<Record<RuleContent, string>> = {
  intent: "The invoices are to show amounts in the customer's currency.",
  requests: '"Keep the rounding as it is."',
  asked: '"Keep the rounding as it is."',
  created: "`billing/currency.py`: created; converts an amount with the rate of its day.",
  modified: "`billing/invoice.py`: `total()` now returns the amount with its currency.",
  deleted: "`billing/euro.py`: deleted; `currency.py` replaces it.",
  renamed: "`tests/test_euro.py`: renamed to `tests/test_currency.py`.",
  read: "`billing/rates.json`: only read.",
  errors: "`KeyError: 'CHF'` in `rate_of`: the rate was missing; added, and the test passes.",
  tests: "`pytest tests/test_currency.py`: 11 passed, 1 failed (`test_rounding`).",
  decisions: "Rates are stored by day, because an invoice must not change afterwards.",
  commands: "`pytest -q` runs the tests.",
  current: "`test_rounding` is being repaired: it expects 10.13 and gets 10.12.",
  plan: "1. Round half up in `total()`. 2. Run all tests.",
  done: "Done: conversion by day.",
  open: "Open: rounding.",
  next: "Round half up in `total()`.",
  keyPoints: "Amounts are kept as integers of the smallest unit.",
};

const ANALYSIS = [
  "<analysis>",
  "The user asks for amounts in the customer's currency and says to leave the rounding alone. The agent writes `currency.py`,",
  "meets `KeyError: 'CHF'`, adds the rate and runs the tests: one still fails. Nothing is said about old invoices.",
  "</analysis>",
].join("\n");

/** The analysis and the sections of the style, each with the kinds of content that it holds. */
export function sampleResult({ sections, shape }: SummaryStyle): string {
  const body =
    sections.length === 0 ? LINES.intent : sections.map((section) => sampleSection(section, shape)).join("\n");
  return `${ANALYSIS}\n${body}`;
}

function sampleSection({ title, holds }: SummarySection, shape: SummaryStyle["shape"]): string {
  const lines = holds.map((content) => `- ${LINES[content]}`).join("\n");
  const text = lines === "" ? "- None." : lines;
  return shape === "xml" ? `<${title}>\n${text}\n</${title}>` : `## ${title}\n${text}`;
}
