import { describe, expect, test } from "vitest";
import { toSessionSummary } from "@/lib/view-models/session-summary";
import { analyzeSketch } from "../../support/analyze-sketch";

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

describe("the summary of a session", () => {
  const summary = toSessionSummary(
    analyzeSketch(drawing, { client: "Claude Code", clientVersions: ["2.0.1", "2.0.2"] }),
  );

  test("says who spoke", () => {
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

  test("counts all agents, prompts of a person only, and orphans", () => {
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

  test("sums usage in disjoint counters; what the log never says is null, not 0", () => {
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
    // $3 in, $15 out, writes at 1.25, reads at 0.1 a million: 0.0003 + 0.065625 + 0.0036 + 0.00255
    expect(summary.cost).toEqual({ amount: 0.072075, currency: "USD", basis: "priced" });
    expect(summary.window).toEqual({
      tokens: 200_000,
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
      read: ["src/x.ts"],
    });
  });
});

test("a session without usage, model or time has no figures made up for it", () => {
  const summary = toSessionSummary(analyzeSketch("user hi\nsay hello\nusage none model=who-knows"));
  expect(summary.cost).toEqual({ amount: null, currency: "USD", basis: "unknown" });
  expect(summary.window).toMatchObject({ tokens: null, peak_fraction: null, peak_tokens: 1 });
  expect(summary.cache).toEqual({
    read_share: null,
    rewrite_factor: null,
    breaks: null,
    lost_tokens: null,
    lost_cost: null,
  });
  expect(summary.usage.output).toBeNull();
});

test("a floor of an output count makes the cost partial", () => {
  const { cost } = toSessionSummary(analyzeSketch("user hi\nsay hello ×200\nusage write=100 in=0 out=1"));
  expect(cost.basis).toBe("partial");
});
