import { describe, expect, test } from "vitest";
import { toRailRows } from "@/components/session/request-rail";
import { keyFigures } from "@/components/session/session-key-figures";
import { timelineSentence } from "@/components/session/timeline-sentence";
import { rowToShow, rowToWaitAt, toTranscriptRows } from "@/components/session/transcript-rows";
import { toPromptRows } from "@/lib/read-models/prompt-rows";
import { toTimelineView } from "@/lib/view-models/session/timeline";
import { english } from "@/lib/wording/say";
import { sessionFixture } from "./session-fixture";

const { rows, compactions, messages, summary } = sessionFixture(60);
const view = toTimelineView({ rows, window: 200_000, reserveFrom: 167_000, compactions, breaks: [] });

describe("the spine", () => {
  test("draws each request's prompt as the sum of its kinds", () => {
    for (const point of view.points) {
      const sum = Object.values(point.composition).reduce((total, tokens) => total + tokens, 0);
      expect(sum).toBe(point.promptTokens);
    }
  });

  test("marks the pause of nine hours and explains it", () => {
    expect(view.idles.map(({ label }) => label)).toEqual(["9 h 27 m pause"]);
  });

  test("has a sentence with its figures", () => {
    expect(timelineSentence(view)).toMatch(
      /^60 requests; the prompt grows from [\d,]+ tokens to at most [\d,]+ at request \d+/,
    );
    expect(timelineSentence({ ...view, points: [] })).toBe("No requests.");
  });
});

describe("the rail", () => {
  test("groups every request once under the user's prompt", () => {
    const rail = toRailRows(rows, toPromptRows(messages));
    expect(rail.flatMap((row) => (row.type === "request" ? [row.position] : []))).toEqual(rows.map((_, at) => at));
    const heads = rail.flatMap((row) => (row.type === "prompt" ? [row.requests] : []));
    expect(heads.reduce((sum, requests) => sum + requests, 0)).toBe(rows.length);
  });
});

describe("the transcript", () => {
  const at = compactions[0]?.at ?? 0;
  const scope = { compactions, range: { from: 0, to: messages.length } };
  const read = (position: number) => messages[position];

  test("the live window contains what the request carried, then its answer, and nothing later", () => {
    const list = toTranscriptRows(read, { ...scope, view: "live", selected: 5 });
    const answer = list.findIndex((row) => row.type === "answer");
    for (const [index, row] of list.entries()) {
      if (row.type !== "part") continue;
      if (index < answer) expect(row.part.first_request).toBeLessThanOrEqual(5);
      else expect(row.message.request).toBe(5);
    }
    expect(answer).toBeGreaterThan(0);
  });

  test("the full history contains every part, and a card per compaction", () => {
    const list = toTranscriptRows(read, { ...scope, view: "full", selected: at });
    const shown = list.filter((row) => row.type === "part").length;
    const all = messages.flatMap((message) => (message.origin === "summary" ? [] : message.parts)).length;
    expect(shown).toBe(all);
    expect(list.filter((row) => row.type === "compaction")).toHaveLength(compactions.length);
  });

  test("opens on the card of a compaction, not after it", () => {
    const list = toTranscriptRows(read, { ...scope, view: "full", selected: at });
    const card = list.findIndex((row) => row.type === "compaction" && row.at === at);
    const from = list.slice(card);
    expect(card).toBeGreaterThan(0);
    expect(rowToShow(from, at)).toBe(0);
  });

  test("waits at the request's place, not at the log's start, until its messages are loaded", () => {
    const list = toTranscriptRows(() => undefined, { ...scope, view: "full", selected: at });
    expect(list[rowToWaitAt(list, 7)]).toMatchObject({ type: "pending", position: 7 });
  });
});

describe("key figures", () => {
  const figure = (id: string, over: Partial<typeof summary> = {}) =>
    keyFigures({ ...summary, ...over }, english).find((candidate) => candidate.id === id);

  test("sums over several agents say so, because pages of one agent have others", () => {
    const agent = { id: "main", kind: "main" as const, parent: null, requests: 3, peak_prompt_tokens: 10 };
    const both = [agent, { ...agent, id: "a1", kind: "sub-agent" as const, parent: "main" }];
    expect(figure("requests", { agents: both })?.label).toBe("requests, all agents");
    expect(figure("cost", { agents: both })?.label).toMatch(/^cost.*, all agents$/);
    expect(figure("requests", { agents: [agent] })?.label).toBe("requests");
    expect(figure("peak", { agents: both })?.label).toMatch(/, main agent$/);
    expect(figure("peak", { agents: [agent] })?.label).not.toContain("agent");
    for (const id of ["read", "rewrite", "lost", "ratio", "compactions"])
      expect(figure(id, { agents: both })?.detail, id).toMatch(/a(ll|ny) agent/);
  });

  test("a cost is never shown as a floor: it is partly logged, a range, or unknown", () => {
    expect(figure("cost")).toMatchObject({ value: "$22.61", second: "partly logged" });
    const none = { amount: null, currency: "USD" as const };
    expect(figure("cost", { cost: { ...none, basis: "range", range: { low: 2.76, high: 12.6 } } })).toMatchObject({
      value: "$2.76–12.60",
      second: "cache unknown",
    });
    expect(figure("cost", { cost: { ...none, basis: "free" } })).toMatchObject({ value: "unknown", tone: "unknown" });
    expect(figure("cost", { cost: { amount: null, currency: "USD", basis: "unknown" } })).toMatchObject({
      value: "unknown",
      tone: "unknown",
    });
  });

  test("shows input per output token, including cached input; unknown if the log lacks it", () => {
    const counters = {
      uncached_input: 1_000,
      cache_write_5m: 2_000,
      cache_write_1h: null,
      cache_write_unsplit: null,
      cache_read: 8_200,
      output: 100,
      reasoning: null,
    };
    expect(figure("ratio", { usage: counters })).toMatchObject({ value: "112 : 1", basis: "reported" });
    expect(figure("ratio", { usage: { ...counters, output: 4_000 } })?.value).toBe("2.8 : 1");
    expect(figure("ratio", { usage: { ...counters, output: null } })?.tone).toBe("unknown");
    expect(figure("ratio", { usage: { ...counters, output: 0 } })?.tone).toBe("unknown");
  });

  test("a largest prompt without reported usage is marked as an estimate", () => {
    expect(figure("peak")).toMatchObject({ basis: "reported" });
    const window = { ...summary.window, peak_tokens: 27_367, peak_fraction: 0.1368, peak_basis: "estimated" as const };
    expect(figure("peak", { window })).toMatchObject({
      value: "~13.7\u202f%",
      second: "~27.4k",
      basis: "estimated",
    });
    expect(figure("peak", { window: { ...window, peak_fraction: null } })).toMatchObject({
      value: "~27.4k",
      basis: "estimated",
    });
  });

  test("a prompt larger than its window is marked as not fitting", () => {
    const window = { ...summary.window, tokens: 131_072, peak_tokens: 132_848, peak_fraction: 132_848 / 131_072 };
    expect(figure("peak", { window })).toMatchObject({
      value: "101.4\u202f%",
      tone: "bad",
      detail: expect.stringContaining("It does not fit"),
    });
    expect(figure("peak")?.detail).not.toContain("fit");
  });

  test("an unknown figure has no provenance mark", () => {
    const cache = { ...summary.cache, read_share: null, rewrite_factor: null, breaks: null };
    const cost = { amount: null, currency: "USD", basis: "unknown" } as const;
    const window = { ...summary.window, peak_tokens: null, peak_fraction: null, peak_basis: null };
    for (const id of ["peak", "read", "rewrite", "cost", "lost"])
      expect([id, figure(id, { cache, cost, window })?.value, figure(id, { cache, cost, window })?.basis]).toEqual([
        id,
        "unknown",
        undefined,
      ]);
  });

  test("the read share is rounded, and never to 100 %", () => {
    const share = (read_share: number | null) => figure("read", { cache: { ...summary.cache, read_share } });
    expect(share(0.9394)).toMatchObject({ value: "93.9\u202f%", tone: undefined });
    expect(share(0.9099)?.value).toBe("91.0\u202f%");
    expect(share(0.99999)?.value).toBe("99.9\u202f%");
    expect(share(0.5)).toMatchObject({ tone: "bad" });
    expect(share(null)?.value).toBe("unknown");
  });
});
