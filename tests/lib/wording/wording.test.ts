import { describe, expect, test } from "vitest";
import type { BreakEvidence } from "@/lib/cache/break-evidence";
import type { FindingEvidence } from "@/lib/cache/findings/finding-evidence";
import { METRICS } from "@/lib/evaluation/metrics";
import { breakEvidence } from "@/lib/read-models/words/break-evidence";
import { findingEvidence } from "@/lib/read-models/words/finding-evidence";
import { findingText } from "@/lib/read-models/words/finding-text";
import { metricText } from "@/lib/view-models/compare/metric-text";
import { sayIn } from "@/lib/wording/say";
import { chineseOf } from "@/lib/wording/zh";

describe("evidence of a break", () => {
  const cases: readonly [BreakEvidence, string][] = [
    [
      { id: "expired", gap: 301, timeToLive: 300, isLogged: true },
      "The two requests started 5 m 1 s apart; cache entries live 5 m (from the lifetimes of the cache writes in the log).",
    ],
    [
      { id: "compacted", marker: null, before: 20_000, after: 12_000 },
      "The log has no compaction marker, but the prompt went from 20,000 to 12,000 tokens.",
    ],
    [
      { id: "model-switched", from: null, to: "b" },
      "The model changed from an unnamed model to b; each model has its own cache.",
    ],
    [
      { id: "reported-cause", reason: "messages_changed", own: { cause: "history-edit", evidence: { id: "rewound" } } },
      "The provider says messages_changed. The log alone points to “History edited”: The conversation was rewound and continued elsewhere.",
    ],
    [
      { id: "reported-cause", reason: "tools_changed", own: null },
      "The provider says tools_changed. The log alone leads to the same cause.",
    ],
    [{ id: "readable-and-read", readable: 10_000, read: 0 }, "10,000 tokens were readable, exactly 0 were read."],
    [
      { id: "not-expired", gap: 301, timeToLive: 3600 },
      "Expiry does not explain it: the requests started 5 m 1 s apart, and cache entries live 1 h.",
    ],
    [
      { id: "follows-head-change", after: { by: "command", name: "review" } },
      "The break follows the command review, which can change the tools or system prompt.",
    ],
    [{ id: "api-errors", count: 1 }, "1 API error in between."],
  ];

  test.each(cases)("%j", (evidence, sentence) => {
    expect(breakEvidence(evidence)).toBe(sentence);
  });
});

describe("evidence of a finding", () => {
  const cases: readonly [FindingEvidence, string][] = [
    [
      {
        id: "front-changed",
        position: 1,
        block: "system",
        difference: { at: 6, before: "at 10:01", after: "at 10:02" },
      },
      "Request 2: system changed: “at 10:01” became “at 10:02”.",
    ],
    [
      { id: "tools-reordered", position: 3, block: "tool:read", count: 2 },
      "Request 4: the same 2 tools in another order, starting at tool:read.",
    ],
    [
      {
        id: "message-edited",
        position: 0,
        block: { id: "m1", role: "user" },
        change: "removed",
        sharedTokens: 1200,
        difference: null,
      },
      "Request 1: user m1 was removed after the first 1,200 tokens of the prompt.",
    ],
    [
      { id: "volatile-text", what: "uuid", role: "system", line: 3, quote: "ab" },
      "The system message contains a UUID on line 3: “ab”.",
    ],
  ];

  test.each(cases)("%j", (evidence, sentence) => {
    expect(findingEvidence(evidence)).toBe(sentence);
  });

  test("a risk at the front and a loss have different titles", () => {
    const [loss, risk] = (["loss", "risk"] as const).map((kind) => findingText({ id: "volatile-front", kind }));

    expect(loss?.title).not.toBe(risk?.title);
  });
});

test("evidence in Chinese translates kinds, roles, changes, causes and values", () => {
  const chinese = sayIn("zh", chineseOf(["common", "results", "session", "timeline"]));
  const block = { id: "m1", kind: "message" } as const;
  const differ: BreakEvidence = { id: "prompts-differ", sharedTokens: 1200, block, change: "removed" };
  const told: BreakEvidence = { id: "reported-cause", reason: "r", own: { cause: "history-edit", evidence: differ } };
  const edited = { role: "user", id: "m1" } as const;
  const texts = [
    breakEvidence(told, chinese),
    findingEvidence(
      { id: "message-edited", position: 0, block: edited, change: "moved", sharedTokens: 9, difference: null },
      chinese,
    ),
    findingEvidence({ id: "volatile-text", what: "date", role: "system", line: 3, quote: "" }, chinese),
    findingEvidence({ id: "nothing-marked", requests: 3, tokens: 9, isReported: false }, chinese),
  ];
  expect(texts.join(" ").replaceAll(/\btoken\b|\bm1\b|\br\b/g, "")).not.toMatch(/[a-z]/i);
});

test("every metric has its texts, and a short label for narrow tables", () => {
  for (const metric of METRICS) {
    const { label, shortLabel, unit, explanation } = metricText(metric);
    expect([label, shortLabel, unit]).not.toContain("");
    expect(shortLabel.length).toBeLessThanOrEqual(label.length);
    expect(explanation).toMatch(/^[A-Z].*\.$/);
  }
});
