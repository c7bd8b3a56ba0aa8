import { describe, expect, it } from "vitest";
import { exampleRows, generateExample } from "@/lib/example/generate-example";

type Usage = {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  output_tokens: number;
};
type Block = { type: string; id?: string; tool_use_id?: string };
type AnyRow = {
  type: string;
  subtype?: string;
  uuid?: string;
  parentUuid?: string | null;
  timestamp?: string;
  isCompactSummary?: boolean;
  isMeta?: boolean;
  compactMetadata?: { preTokens: number };
  message?: { id?: string; model?: string; content: string | Block[]; usage?: Usage };
  data?: { message: { type: string; message: { id?: string; content: Block[]; usage?: Usage } } };
};

const text = generateExample();
const rows = text
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as AnyRow);

/** Responses in order, each with the usage of its last row. */
function responses() {
  const found = new Map<string, { usage: Usage; model: string; outputs: number[]; row: number }>();
  rows.forEach((row, index) => {
    const message = row.type === "assistant" && row.message?.model !== "<synthetic>" ? row.message : undefined;
    if (!message?.id || !message.usage) return;
    const known = found.get(message.id);
    const outputs = [...(known?.outputs ?? []), message.usage.output_tokens];
    found.set(message.id, { usage: message.usage, model: message.model ?? "", outputs, row: known?.row ?? index });
  });
  return [...found.values()];
}

const promptOf = (usage: Usage) =>
  usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;

describe("generateExample", () => {
  it("gives the same bytes for the same seed and different ones for another", () => {
    expect(generateExample()).toBe(text);
    expect(generateExample(7)).not.toBe(text);
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(text.length).toBeLessThan(3_500_000);
  });

  it("has several hundred requests, two automatic compactions near the window and one micro-compaction", () => {
    expect(responses().length).toBeGreaterThanOrEqual(250);
    expect(responses().length).toBeLessThanOrEqual(320);
    const boundaries = rows.filter((row) => row.subtype === "compact_boundary");
    expect(boundaries.map((row) => (row.compactMetadata?.preTokens ?? 0) > 160_000)).toEqual([true, true]);
    expect(rows.filter((row) => row.isCompactSummary)).toHaveLength(2);
    expect(rows.filter((row) => row.subtype === "microcompact_boundary")).toHaveLength(1);
    expect(Math.max(...responses().map((response) => promptOf(response.usage)))).toBeLessThan(180_000);
  });

  it("obeys the usage ledger except at the breaks of the story", () => {
    const all = responses();
    const broken = all.flatMap((response, index) => {
      const before = all[index - 1]?.usage;
      if (!before) return [];
      const expected = before.cache_read_input_tokens + before.cache_creation_input_tokens;
      return expected === response.usage.cache_read_input_tokens ? [] : [response];
    });
    // collapse, model out, model back, idle over an hour, compaction, micro-compaction, compaction
    expect(broken).toHaveLength(7);
    for (const response of broken) expect(response.usage.cache_read_input_tokens).toBeGreaterThanOrEqual(0);
  });

  it("repeats usage on a response's rows, with the full output only on the last", () => {
    const several = responses().filter((response) => response.outputs.length > 1);
    expect(several.length).toBeGreaterThan(50);
    for (const { outputs } of several) expect(outputs.at(-1)).toBe(Math.max(...outputs));
    expect(several.some(({ outputs }) => outputs[0] !== outputs.at(-1))).toBe(true);
  });

  it("answers every call exactly once, including in the sub-agent", () => {
    const blocks = rows.flatMap((row) => {
      const content = row.data?.message.message.content ?? row.message?.content;
      return Array.isArray(content) ? content : [];
    });
    const calls = blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
    const results = blocks.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
    expect(new Set(calls).size).toBe(calls.length);
    expect([...results].sort()).toEqual([...calls].sort());
    expect(rows.filter((row) => row.data?.message.type === "assistant").length).toBeGreaterThan(10);
  });

  it("links rows to an earlier parent, and time never runs backwards", () => {
    const seen = new Set<string>();
    let last = "";
    for (const row of rows) {
      if (row.parentUuid) expect(seen.has(row.parentUuid)).toBe(true);
      if (row.uuid) seen.add(row.uuid);
      if (!row.timestamp) continue;
      expect(row.timestamp >= last).toBe(true);
      last = row.timestamp;
    }
  });

  it("continues for as long as it is read", () => {
    let count = 0;
    for (const _ of exampleRows({ rounds: Number.POSITIVE_INFINITY })) if (++count === 3000) break;
    expect(count).toBe(3000);
  });
});
