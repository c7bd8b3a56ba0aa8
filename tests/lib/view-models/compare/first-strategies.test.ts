import { expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import { firstStrategies } from "@/lib/view-models/compare/strategy-choice";

test.each([
  ["Claude Code", "claude-code-2.1"],
  ["Codex", "codex-local"],
  ["OpenCode", "opencode-compact"],
  ["pi", "pi-1.5"],
])("in a %s session its own compaction comes first, then what its advice weighs", (client, own) => {
  expect(firstStrategies(client)).toEqual([own, "winnow", "opencode-prune"]);
});

test("each first strategy exists and runs without a model, even for an unknown client", () => {
  for (const first of firstStrategies(null))
    expect(STRATEGIES.find(({ id }) => id === first)?.needsModel, first).toBe(false);
});
