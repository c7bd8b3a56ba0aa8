import { describe, expect, test } from "vitest";
import { strategyAnswer } from "@/lib/api/answers/strategy";
import { corpusBody } from "@/lib/api/schemas/corpus";
import { STRATEGIES } from "@/lib/strategies";
import { strategyPresets } from "@/lib/view-models/corpus/strategy-presets";

const ALL = STRATEGIES.map(strategyAnswer);
const presetsOf = (...clients: string[]) => new Map(strategyPresets(ALL, clients).map((preset) => [preset.id, preset]));

describe("presets of strategies", () => {
  test("what my clients can do depends on the sessions' clients, and is absent without one", () => {
    expect(presetsOf().has("clients")).toBe(false);
    expect(presetsOf("nobody").has("clients")).toBe(false);
    const { strategies = [], note } = presetsOf("claude-code", "pi").get("clients") ?? {};
    expect(strategies).toContain("claude-code-2.1");
    expect(strategies).toContain("pi-1.5");
    expect(strategies.some((id) => id.startsWith("openhands") || id === "claude-code")).toBe(false);
    expect(note?.split(", ").sort()).toEqual(["Claude Code", "pi coding agent"]);
  });

  test("token savers are the products between client and provider, each once", () => {
    expect([...(presetsOf().get("savers")?.strategies ?? [])].sort()).toEqual([
      "context-guru",
      "dcp-dedup",
      "dcp-purge-errors",
      "dcp-supersede-writes",
      "headroom-coding",
      "lean-ctx",
      "rtk",
    ]);
  });

  test("no preset contains a strategy that needs a model, and each can be run", () => {
    const needing = new Set(ALL.filter(({ needs_model }) => needs_model).map(({ id }) => id));
    for (const { strategies } of presetsOf("codex", "gemini-cli", "opencode").values()) {
      expect(strategies.filter((id) => needing.has(id))).toEqual([]);
      expect(corpusBody.safeParse({ strategies }).success).toBe(true);
    }
  });

  test("everything contains what the others contain", () => {
    const { everything, ...others } = Object.fromEntries(presetsOf("claude-code"));
    const all = new Set(everything?.strategies);
    for (const preset of Object.values(others)) expect(preset.strategies.filter((id) => !all.has(id))).toEqual([]);
  });
});
