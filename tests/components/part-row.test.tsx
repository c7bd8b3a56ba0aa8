import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PartRow } from "@/components/session/part-row";
import type { PartRow as Part } from "@/lib/api/schemas/message-row";

const REASONING: Part = {
  id: "p",
  kind: "reasoning",
  type: "reasoning",
  tool: null,
  path: null,
  command: null,
  is_error: false,
  failure: null,
  tokens: 0,
  basis: "exact",
  text: "",
  chars: 0,
  truncated: false,
  first_request: 0,
  last_request: 33,
  requests_carried: 34,
  carry_cost: { amount: 0, currency: "USD" },
  fate: "live",
  fate_request: null,
};

const draw = (part: Part, promptTokens = 1_000) =>
  renderToStaticMarkup(
    <PartRow
      sessionId="s"
      part={part}
      promptTokens={promptTokens}
      isGone={false}
      isSelected={false}
      isUnfolded={false}
      onSelect={() => {}}
      onUnfold={() => {}}
    />,
  );

test("uncounted encrypted reasoning has an unknown size and no cost", () => {
  const html = draw(REASONING);
  expect(html).toContain("unknown");
  expect(html).not.toMatch(/\$0|>0<|0 %/);
});

test("a part of a prompt without tokens has no share of it", () => {
  const html = draw({ ...REASONING, text: "why", tokens: 9 }, 0);
  expect(html).not.toContain("∞");
  expect(html).toContain("<span>–</span>");
});

test("a share of the reported output is marked as an estimate", () => {
  expect(draw({ ...REASONING, text: "why", chars: 272, tokens: 9, basis: "anchored" })).toContain("~9");
  expect(draw({ ...REASONING, text: "why", chars: 272, tokens: 90 })).not.toContain("~");
});
