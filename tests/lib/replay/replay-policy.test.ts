import { expect, test } from "vitest";
import { analyzeSession } from "@/lib/pipeline/analyze-session";
import type { LoggedRequest } from "@/lib/replay/logged-request";
import { prepareReplay } from "@/lib/replay/prepare-replay";
import { replayPolicy, replayWithin } from "@/lib/replay/replay-policy";
import type { PreparedReplay, RecipePolicy, Replay } from "@/lib/replay/replay-types";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { STRATEGIES } from "@/lib/strategies";
import type { Session } from "@/lib/transcript/session";
import { mustImport } from "../../support/check-importer";
import { testEnvironment } from "../../support/strategy-environment";
import { memoryFile } from "../../support/transcript-file";
import { exampleMorning, exampleToCompaction } from "../../support/transcripts";

const TRIGGER = 70_000;
const FLOOR = 45_000;

const ready = new Map<string, Promise<PreparedReplay>>();

function prepare(transcript: string): Promise<PreparedReplay> {
  const made =
    ready.get(transcript) ??
    mustImport([memoryFile(transcript)]).then(({ sessions }) => {
      const analysis = analyzeSession(sessions[0] as Session, loadVocabulary);
      const environment = testEnvironment({
        tokensOfPart: (part) => analysis.ledger.parts.get(part.id)?.tokens,
        budget: { window: 1_000_000, reserve: 8_000 },
      });
      return prepareReplay(analysis, { environmentOf: () => environment });
    });
  ready.set(transcript, made);
  return made;
}
const EXAMPLE = exampleToCompaction(7);
const preparedExample = () => prepare(EXAMPLE);

const policy = (recipe: string, more: Partial<RecipePolicy> = {}): RecipePolicy => ({
  kind: "recipe",
  id: recipe,
  recipe,
  trigger: { tokens: TRIGGER },
  ...more,
});

const firstFiring = ({ rows }: Replay) => rows.find(({ fired }) => fired);

test("recipes that work towards a target reach a floor, and any recipe accepts one", async () => {
  const prepared = await preparedExample();
  for (const recipe of ["winnow", "langchain-trim", "goose-middle-out", "centagent-budget"]) {
    const prompt = firstFiring(replayPolicy(prepared, policy(recipe, { floor: FLOOR })))?.prompt ?? TRIGGER;
    expect([recipe, prompt <= FLOOR]).toEqual([recipe, true]);
    expect([recipe, prompt > FLOOR / 2]).toEqual([recipe, true]);
  }
  const morning = await prepare(exampleMorning(7));
  let fired = 0;
  for (const { id, needsModel } of STRATEGIES) {
    if (needsModel) continue;
    const once = { tokens: TRIGGER, regrowth: Number.POSITIVE_INFINITY };
    const { totals } = replayPolicy(morning, policy(id, { trigger: once, floor: FLOOR }));
    expect([id, totals.failures.filter((code) => code === "budget-unachievable")]).toEqual([id, []]);
    fired += totals.fired;
  }
  expect(fired).toBeGreaterThan(10);
});

test("a floor that no recipe reaches is missed, not refused", async () => {
  const { totals } = replayPolicy(await preparedExample(), policy("winnow", { floor: 1 }));
  expect(totals.fired).toBeGreaterThan(0);
  expect(totals.failures).toEqual([]);
});

test.each(["claude-code", "pi", "opencode-compact", "codex-local"])(
  "%s runs as if without a floor if it can do nothing towards one",
  async (recipe) => {
    const prepared = await preparedExample();
    const free = replayPolicy(prepared, policy(recipe));
    expect(free.totals.fired).toBeGreaterThan(0);
    expect(replayPolicy(prepared, policy(recipe, { floor: 1 })).rows).toEqual(free.rows);
  },
);

test("a recipe that works towards a target does nothing while the prompt is within the floor", async () => {
  const { totals } = replayPolicy(await preparedExample(), policy("langchain-trim", { floor: 10_000_000 }));
  expect(totals.fired).toBe(0);
});

test("with a horizon, a firing that does not pay for the broken prefix does not happen", async () => {
  const prepared = await preparedExample();
  const [none, some, many] = [0, 12, 1_000_000].map((horizon) =>
    replayPolicy(prepared, policy("roo-truncate", { horizon })),
  ) as [Replay, Replay, Replay];
  const always = replayPolicy(prepared, policy("roo-truncate"));
  // If little can be read (after a pause, for another model), a shorter prompt costs less immediately.
  const kept = replayPolicy(prepared, { kind: "keep-all", id: "keep-all" });
  const first = none.rows.findIndex(({ fired }) => fired);
  if (first >= 0) expect(none.rows[first]?.cost).toBeLessThanOrEqual(kept.rows[first]?.cost ?? 0);
  expect(none.totals.fired).toBeLessThanOrEqual(some.totals.fired);
  expect(some.totals.fired).toBeLessThanOrEqual(many.totals.fired);
  expect(none.totals.fired).toBeLessThan(many.totals.fired);
  expect(many.rows).toEqual(always.rows);
});

test("recipes know what is cached: an unprofitable rewrite happens only after the cache has gone cold", async () => {
  const prepared = await preparedExample();
  const recipe = { id: "winnow", params: { horizon: 1 } };
  const trigger = { tokens: TRIGGER, regrowth: 1 };
  const { rows } = replayPolicy(prepared, policy("winnow", { recipe, trigger }));
  const read = (index: number) => (rows[index]?.read ?? 0) / (rows[index - 1]?.prompt ?? 1);
  const isRewrite = (index: number) => rows[index]?.brokeCache && read(index) < 0.9;
  const broke = rows.flatMap((_, index) => (isRewrite(index) ? [prepared.logged[index]?.warmth ?? 1] : []));
  expect(broke.length).toBeGreaterThan(0);
  expect(Math.max(...broke)).toBeLessThan(0.5);
});

test("policies share prepared data and change none of it, so their order does not matter", async () => {
  const prepared = await preparedExample();
  const policies = ["winnow", "swe-agent-last-n", "codex-local"].map((recipe) => policy(recipe, { floor: FLOOR }));
  const forwards = policies.map((entry) => replayPolicy(prepared, entry).totals);
  const backwards = policies.toReversed().map((entry) => replayPolicy(prepared, entry).totals);
  expect(backwards.toReversed()).toEqual(forwards);
});

test("a replay given up early is the same until then, and is given up only if the window overflows too often", async () => {
  const prepared = await preparedExample();
  const policies = ["winnow", "roo-truncate", "opencode-prune", "anthropic-clear-tool-uses"].map((id) => policy(id));
  for (const window of [60_000, 90_000, 120_000, null]) {
    const environmentOf = (entry: LoggedRequest) => {
      const environment = prepared.environmentOf(entry);
      return { ...environment, budget: { ...environment.budget, window } };
    };
    const narrow = { ...prepared, environmentOf };
    for (const own of policies) {
      const whole = replayPolicy(narrow, own);
      const { overWindow } = whole.totals;
      expect(replayWithin(narrow, own, overWindow)).toEqual(whole);
      if (overWindow > 0) expect(replayWithin(narrow, own, overWindow - 1)).toBeNull();
    }
  }
});
