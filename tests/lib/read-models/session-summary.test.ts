import { describe, expect, test } from "vitest";
import type { JsonValue, Part } from "@/lib/conversation/part";
import type { Analysis } from "@/lib/pipeline/analyze-session";
import { toRequestRows } from "@/lib/read-models/request-rows";
import { toSessionSummary } from "@/lib/read-models/session-summary";
import type { Session } from "@/lib/transcript/session";
import { answerOf } from "@/lib/view-models/answer/answer-of";
import { analyzeSketch } from "../../support/analyze-sketch";
import { sketchSession } from "../../support/sketch-session";

const summaryOf = (analysis: Analysis) => toSessionSummary(analysis, answerOf(analysis));

const drawing = `
  system be brief
  user fix the test
  think hm
  say reading
  call a Read {"file_path":"src/x.ts"}
  call b Write {"file_path":"src/new.ts","content":"1"}
  usage write=10000 in=100 out=50 at=0
  result a export const x = 1
  result b File created successfully at: src/new.ts
  call c Edit {"file_path":"src/x.ts"}
  call d Edit {"file_path":"src/new.ts"}
  call e Write {"file_path":"src/old.ts"}
  call f Edit {"file_path":"src/never.ts"}
  call g Bash {"command":"npm test"}
  usage read=10000 write=500 in=0 out=90 at=20
  result c ok
  result d ok
  result e The file src/old.ts has been updated.
  error f String to replace not found
  client <system-reminder>be kind</system-reminder>
  agent helper
  client look around
  say found
  usage write=3000 in=0 out=10 at=25
  agent main
  compact auto 10500
  summary it went well
  user go on
  say done
  usage read=2000 write=4000 in=0 out=20 at=30
`;

describe("a session's summary", () => {
  const summary = summaryOf(analyzeSketch(drawing, { client: "Claude Code", clientVersions: ["2.0.1", "2.0.2"] }));

  test("reports which failed calls succeeded later", () => {
    const failing = summaryOf(
      analyzeSketch(`
        user go
        call a Bash {"command":"npm test"}
        usage none
        error a exit code 1
        call b Edit {"file_path":"src/x.ts"}
        usage none
        error b String to replace not found
        call c Bash {"command":"npm test"}
        usage none
        error c exit code 1
        call d Bash {"command":"npm test"}
        usage none
        result d 3 passed
        say done
        usage none
      `),
    );
    expect(failing.recovery).toEqual({ failed: 3, recovered: 2 });
    expect(summary.recovery).toEqual({ failed: 1, recovered: 0 });
  });

  test("reports who spoke", () => {
    expect(summary).toMatchObject({
      client: "Claude Code",
      client_version: "2.0.2",
      models: ["claude-sonnet-4-5"],
      started_at: null,
    });
    expect(summary.agents).toEqual([
      { id: "main", kind: "main", parent: null, requests: 3, peak_prompt_tokens: 10_500 },
      { id: "helper", kind: "sub-agent", parent: "main", requests: 1, peak_prompt_tokens: 3000 },
    ]);
  });

  test("counts all agents, only prompts of a person, and orphans", () => {
    expect(summary.counts).toEqual({
      messages: { system: 1, user: 5, assistant: 4, tool: 6 },
      user_prompts: 2,
      responses: 4,
      tool_calls: 7,
      tool_results: 6,
      tool_errors: 1,
      orphan_calls: 1,
      orphan_results: 0,
      images: 0,
      reasoning_parts: 1,
      compactions: 1,
      micro_compactions: 0,
      api_errors: 0,
    });
  });

  test("adds up usage in disjoint counters; a counter missing from the log is null, not 0", () => {
    expect(summary.usage).toEqual({
      uncached_input: 100,
      cache_write_5m: 17_500,
      cache_write_1h: null,
      cache_write_unsplit: null,
      cache_read: 12_000,
      output: 170,
      reasoning: null,
    });
  });

  test("prices it and knows the window", () => {
    // $3 in, $15 out, writes at 1.25, reads at 0.1, per million: 0.0003 + 0.065625 + 0.0036 + 0.00255
    expect(summary.cost).toEqual({ amount: 0.072075, currency: "USD", basis: "partial" });
    expect(summary.window).toEqual({
      tokens: 200_000,
      source: "known",
      peak_tokens: 10_500,
      peak_basis: "reported",
      peak_fraction: 0.0525,
      last_tokens: 6000,
    });
  });

  test("sums up the cache", () => {
    expect(summary.cache).toMatchObject({ breaks: 1, lost_tokens: 4000, read_share: 12_000 / 29_600 });
    expect(summary.cache.lost_cost).toEqual({ amount: 0.0138, currency: "USD" });
  });

  test("lists files by what successful calls did; a file is created or modified, not both", () => {
    expect(summary.files).toEqual({
      created: ["src/new.ts"],
      modified: ["src/x.ts", "src/old.ts"],
      deleted: [],
      renamed: [],
      read: ["src/x.ts"],
      guessed: [],
    });
  });
});

test("invents no figures for a session without usage, model or time", () => {
  const summary = summaryOf(analyzeSketch("user hi\nsay hello\nusage none model=who-knows"));
  expect(summary.cost).toEqual({ amount: null, currency: "USD", basis: "unknown" });
  expect(summary.window).toMatchObject({ tokens: null, peak_fraction: null, peak_tokens: 1 });
  expect(summary.cache).toEqual({
    read_share: null,
    rewrite_factor: null,
    breaks: null,
    lost_tokens: null,
    lost: { kind: "unknown", why: "no-usage" },
    lost_cost: null,
    reported_causes: null,
    simulated: null,
  });
  expect(summary.usage.output).toBeNull();
});

test("a lower bound of an output count makes the cost partial", () => {
  const { cost } = summaryOf(analyzeSketch("user hi\nsay hello ×200\nusage write=100 in=0 out=1"));
  expect(cost.basis).toBe("partial");
});

test("the provider's causes of breaks appear next to ours, with how often both agree", () => {
  const drawing = `
    user go on
    say one
    usage write=9000 in=0 out=5 at=0
    user go on
    say two
    usage read=0 write=9500 in=0 out=5 at=20
    user go on
    say three
    usage read=0 write=9900 in=0 out=5 at=40
  `;
  const drawn = analyzeSketch(drawing).session;
  const responses = drawn.responses.map((response, index) =>
    index === 0 ? response : { ...response, cacheMissReason: index === 1 ? "tools_changed" : "unavailable" },
  );
  const analysis = analyzeSketch(drawing, { responses });
  expect(summaryOf(analysis).cache).toMatchObject({ breaks: 2, reported_causes: { told: 1, agreed: 0 } });
  const reported = toRequestRows(analysis).map((row) => row.break?.reported ?? null);
  expect(reported).toMatchObject([null, { reason: "tools_changed", agrees: false }, null]);
  expect(summaryOf(analyzeSketch(drawing)).cache.reported_causes).toBeNull();
});

describe("provider-run tools without a part of their own", () => {
  const opaque = (id: string, value: JsonValue): Part => ({ id, type: "opaque", value });
  const answerOf = (parts: Part[]): Session => {
    const session = sketchSession("user search\nsay found");
    return {
      ...session,
      messages: session.messages.map((message) => (message.role === "assistant" ? { ...message, parts } : message)),
    };
  };

  test("what the provider ran counts as call and result, paired by id", () => {
    const { counts } = summaryOf(
      analyzeSketch(
        "",
        answerOf([
          opaque("a", { type: "server_tool_use", id: "srv_1", name: "web_search", input: {} }),
          opaque("b", {
            type: "web_search_tool_result",
            tool_use_id: "srv_1",
            content: { type: "web_search_tool_result_error", error_code: "unavailable" },
          }),
          opaque("c", { type: "server_tool_use", id: "srv_2", name: "advisor", input: {} }),
          opaque("d", { type: "web_fetch_tool_result", tool_use_id: "srv_3", content: {} }),
          opaque("e", { type: "web_search_call", status: "completed" }),
          opaque("f", { type: "code_interpreter_call", id: "ci_1", status: "interpreting" }),
          opaque("g", { type: "compaction", encrypted_content: "x" }),
        ]),
      ),
    );
    expect(counts).toMatchObject({
      tool_calls: 4,
      tool_results: 3,
      tool_errors: 1,
      orphan_calls: 2,
      orphan_results: 1,
    });
  });
});
