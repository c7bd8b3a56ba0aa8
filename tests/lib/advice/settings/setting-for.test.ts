import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLIENT_SETTINGS, settingClientOf, settingFor } from "@/lib/advice/settings/setting-for";
import { bindRecipe } from "@/lib/strategies/recipe/bind-recipe";
import { recipeSchema } from "@/lib/strategies/recipe/recipe-schema";

const FOLD = { floor: null, strategy: "claude-code" };
const CLEAR = { floor: null, strategy: { id: "anthropic-clear-tool-uses", params: { keep: 5 } } };

const typed = (
  client: string,
  trigger: number,
  window: number | null,
  policy: Omit<Wanted, "trigger" | "window"> = FOLD,
) => {
  const { text, fires, cannot } = settingFor(client, { ...policy, trigger, window }) as Answer;
  return cannot ?? { text, fires };
};
type Wanted = Parameters<typeof settingFor>[1];
type Answer = { text?: string; fires?: number | null; cannot?: string };

describe("a trigger of 120,000 tokens in each client's own terms", () => {
  const cases: [client: string, window: number, text: string, fires: number | null][] = [
    ["claude-code", 200_000, '"autoCompactWindow": 153000', 120_000],
    ["opencode", 200_000, '"compaction": { "auto": true, "reserved": 80000 }', 120_000],
    ["dcp", 200_000, '"compress": { "minContextLimit": 50000, "maxContextLimit": 120000 }', 120_000],
    ["kilo", 196_608, '"compaction": { "threshold_percent": 61 }', 119_930],
    ["codex", 272_000, "model_auto_compact_token_limit = 120000", 120_000],
    ["gemini-cli", 1_048_576, '"model": { "compressionThreshold": 0.114 }', 119_537],
    ["goose", 200_000, "export GOOSE_AUTO_COMPACT_THRESHOLD=0.6", 120_000],
    ["pi", 160_000, '"compaction": { "enabled": true, "reserveTokens": 40000 }', 120_000],
    ["aider", 200_000, "max-chat-history-tokens: 120000", null],
    ["roo", 200_000, "60 %", 120_000],
    ["openhands", 200_000, "LLMSummarizingCondenser(llm=llm, max_tokens=120000)", 120_000],
    [
      "anthropic-api",
      200_000,
      '{ "type": "compact_20260112", "trigger": { "type": "input_tokens", "value": 120000 } }',
      120_000,
    ],
    ["openai-api", 400_000, '"context_management": [{ "type": "compaction", "compact_threshold": 120000 }]', 120_000],
    [
      "langchain",
      200_000,
      'SummarizationMiddleware(model=model, trigger=("tokens", 120000), keep=("messages", 20))',
      120_000,
    ],
  ];
  test.each(cases)("%s with a window of %i", (client, window, text, fires) => {
    expect(typed(client, 120_000, window)).toEqual({ text, fires });
  });

  test.each([
    ["crush", "no-threshold"],
    ["cline", "no-threshold"],
    ["continue", "no-threshold"],
    ["headroom", "no-threshold"],
    ["ai-sdk", "no-such-action"],
    ["someone", "unknown-client"],
  ])("%s cannot be set: %s", (client, code) => {
    expect(typed(client, 120_000, 200_000)).toBe(code);
  });
});

describe("old tool outputs at 60,000 tokens, the newest 5 kept", () => {
  test("Anthropic's context editing", () => {
    expect(
      JSON.parse(String((typed("anthropic-api", 60_000, 200_000, { ...CLEAR, floor: 40_000 }) as Answer).text)),
    ).toEqual({
      type: "clear_tool_uses_20250919",
      trigger: { type: "input_tokens", value: 60_000 },
      keep: { type: "tool_uses", value: 5 },
      clear_at_least: { type: "input_tokens", value: 20_000 },
    });
  });

  test("LangChain and the AI SDK in code", () => {
    expect(typed("langchain", 60_000, 200_000, CLEAR)).toEqual({
      text: "ContextEditingMiddleware(edits=[ClearToolUsesEdit(trigger=60000, keep=5)])",
      fires: 60_000,
    });
    expect((typed("ai-sdk", 60_000, 200_000, CLEAR) as Answer).text).toContain('toolCalls: "before-last-10-messages"');
  });

  test("OpenCode can only switch it on, and chooses the moment itself", () => {
    expect(typed("opencode", 60_000, 200_000, CLEAR)).toEqual({ text: '"compaction": { "prune": true }', fires: null });
  });

  test("Claude Code has no setting for it", () => {
    expect(typed("claude-code", 60_000, 200_000, CLEAR)).toBe("no-such-action");
  });
});

describe("limits of the clients", () => {
  test("Claude Code: a percentage under 67,000 tokens, nothing later than 33,000 tokens below the window", () => {
    expect(typed("claude-code", 60_000, 200_000)).toEqual({
      text: "export CLAUDE_AUTOCOMPACT_PCT_OVERRIDE=33",
      fires: 59_400,
    });
    expect(typed("claude-code", 67_000, 200_000)).toEqual({ text: '"autoCompactWindow": 100000', fires: 67_000 });
    expect(typed("claude-code", 167_001, 200_000)).toBe("later-than-possible");
    expect(typed("claude-code", 60_000, null)).toBe("window-unknown");
    expect(typed("claude-code", 967_000, null)).toEqual({ text: '"autoCompactWindow": 1000000', fires: 967_000 });
  });

  test("the latest compaction: Codex at nine tenths of its window (logs state 95 % of it), Goose below the full window, pi with a reserve of 40,000; Anthropic not under 50,000", () => {
    expect(typed("codex", 244_801, 258_400)).toBe("later-than-possible");
    expect(typed("codex", 244_800, 258_400)).toEqual({
      text: "model_auto_compact_token_limit = 244800",
      fires: 244_800,
    });
    expect(typed("goose", 200_000, 200_000)).toBe("later-than-possible");
    expect(typed("anthropic-api", 49_999, 200_000)).toBe("earlier-than-possible");
    expect(typed("pi", 159_999, 200_000)).toBe("earlier-than-possible");
    expect(typed("roo", 9_999, 200_000)).toBe("earlier-than-possible");
    expect(typed("goose", 100, 200_000)).toBe("earlier-than-possible");
  });

  test("reports a floor that cannot be set in a client", () => {
    const answer = settingFor("codex", { ...FOLD, floor: 20_000, trigger: 120_000, window: 272_000 });
    expect(answer).toMatchObject({ kind: "setting", note: "The prompt size after a run cannot be set in Codex." });
  });
});

test("a strategy that decides itself when to run needs only its name, and no client has a setting for it", () => {
  const wanted = { strategy: "winnow", trigger: 0, floor: null, window: 200_000 };
  const can = CLIENT_SETTINGS.filter(({ id }) => settingFor(id, wanted).kind === "setting").map(({ id }) => id);
  expect(can).toEqual(["winnow"]);
  expect(settingFor("winnow", wanted)).toMatchObject({ text: '"winnow"', fires: null });
});

test("Winnow's own recipe expresses every policy, and runs", () => {
  const wanted = { trigger: 90_000, floor: 60_000, strategy: "winnow", window: null };
  const recipe = recipeSchema.parse(JSON.parse(String((settingFor("winnow", wanted) as Answer).text)));
  expect(recipe).toEqual({
    when: { gauge: "tokens", comparison: ">=", limit: 90_000 },
    run: { id: "winnow", params: { trigger: 90_000, floor: 60_000 } },
  });
  expect(bindRecipe(recipe).ok).toBe(true);
  const other = settingFor("winnow", { ...wanted, strategy: "roo-truncate" }) as Answer;
  expect(JSON.parse(String(other.text)).run).toEqual({ until: { tokens: 60_000 }, ladder: ["roo-truncate"] });
  expect(typed("claude-code", 90_000, 200_000, { floor: null, strategy: "winnow" })).toBe("no-such-action");
});

test("no setting fires above the trigger, or more than one step of its unit below it", () => {
  const steps: Record<string, number> = { percent: 0.01, fraction: 0.001 };
  let checked = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 8_000, max: 2_000_000 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (window, share) => {
        const trigger = Math.max(1, Math.floor(window * share));
        for (const { id, unit } of CLIENT_SETTINGS) {
          const answer = settingFor(id, { ...FOLD, trigger, window });
          if (answer.kind === "cannot" || answer.fires === null) continue;
          const step = id === "claude-code" ? 0.01 : (steps[unit] ?? 0);
          expect(answer.fires).toBeLessThanOrEqual(trigger);
          expect(answer.fires).toBeGreaterThanOrEqual(trigger - window * step - 1);
          checked += 1;
        }
      },
    ),
  );
  expect(checked).toBeGreaterThan(500);
});

test("the table is complete: every client has a version, a unit, a place, a key, a default, a source and a date", () => {
  const known = CLIENT_SETTINGS.map(({ id }) => id);
  expect(new Set(known).size).toBe(known.length);
  expect(known.sort()).toEqual(
    [
      "ai-sdk",
      "aider",
      "anthropic-api",
      "claude-code",
      "cline",
      "codex",
      "continue",
      "crush",
      "dcp",
      "gemini-cli",
      "goose",
      "headroom",
      "kilo",
      "langchain",
      "openai-api",
      "opencode",
      "openhands",
      "pi",
      "roo",
      "winnow",
    ].sort(),
  );
  for (const row of CLIENT_SETTINGS) {
    for (const field of ["title", "version", "unit", "place", "key", "default", "readIn"] as const)
      expect(row[field].trim().length, `${row.id}: ${field}`).toBeGreaterThan(1);
    expect(row.source, row.id).toMatch(row.id === "winnow" ? /^docs\// : /^https:\/\/[^ ]+$/);
    expect(row.readOn, row.id).toMatch(/^2026-\d\d-\d\d$/);
  }
});

test("what a row says a client can do matches its answers", () => {
  for (const { id, can } of CLIENT_SETTINGS) {
    const at = { trigger: 160_000, window: 200_000, floor: null };
    const fold = settingFor(id, { ...at, strategy: "claude-code" });
    const clear = settingFor(id, { ...at, strategy: "anthropic-clear-tool-uses" });
    expect(fold.kind === "setting", `${id} folds`).toBe(can.fold === "at-trigger");
    expect(clear.kind === "setting" && clear.fires !== null, `${id} clears`).toBe(can.clear === "at-trigger");
  }
});

test("clients are found under the names that sessions have", () => {
  expect(settingClientOf("Claude Code")).toBe("claude-code");
  expect(settingClientOf("Gemini CLI")).toBe("gemini-cli");
  expect(settingClientOf("Cursor")).toBeNull();
  expect(settingClientOf(null)).toBeNull();
});
