import { afterAll, describe, expect, test } from "vitest";
import { BODIES, type BodyShape, type Growth, grow, MODES, steadySession, type Way } from "@/tests/support/prefix-law";
import { recordFigure } from "@/tests/support/record-figure";
import { draws, samples } from "@/tests/support/samples";

/**
 * The law of a steady prefix: of 100 prompts of a growing history that is sent in full each time, at most 5 do not
 * begin like the previous one, and exactly these are declared. `npm run test:long` covers all modes, each in one shape
 * of body, and each shape with several modes; the full form covers all modes in all shapes.
 */
const STEPS = samples(30, 100);
const MAX_CHANGES = 5;
/** If nothing is cached, no step depends on earlier ones: one mode sends all steps, the others only the last. */
const LATEST = 10;
const history = steadySession(STEPS);
const [chat] = BODIES;

/** Changes in each history that kept the law. */
const kept: number[] = [];

function expectSteady({ changes, undeclared, declaredInVain, over }: Growth): void {
  expect({ isSteady: changes <= MAX_CHANGES, undeclared, declaredInVain, over }).toEqual({
    isSteady: true,
    undeclared: 0,
    declaredInVain: 0,
    over: 0,
  });
}

const modes = (strategy: string) => MODES.filter(({ settings }) => strategy === "winnow" || !settings.strategy);
/** Only `winnow` reaches every target. The other two leave small content unchanged, however small the window. */
const keepsTarget = (strategy: string) => strategy === "winnow";

const pairs = ["winnow", "manus", "centagent-externalise"].flatMap((strategy) =>
  modes(strategy).map((mode) => ({ strategy, mode })),
);
const all = pairs.flatMap((pair) => BODIES.map((shape) => ({ ...pair, shape })));
const eachOnce = pairs.map((pair, index) => ({ ...pair, shape: BODIES[index % BODIES.length] as BodyShape }));
/** Estimated, because loading a vocabulary takes longer than these steps. */
const few: typeof all = [
  {
    strategy: "winnow",
    mode: { name: "target 6,000", settings: { target: { tokens: 6_000 }, tokenizer: "generic" }, most: 6_000 },
    shape: chat,
  },
];

const CASES = samples(few, draws(eachOnce, all));

afterAll(() =>
  recordFigure(
    "F4",
    `growing histories of ${STEPS} steps`,
    `${kept.length}, at most ${Math.max(...kept)} changes, none undeclared`,
  ),
);

describe.each(CASES)("$strategy, $mode.name, $shape.format", ({ strategy, mode, shape }) => {
  const most = keepsTarget(strategy) ? mode.most : undefined;
  const run = (way: Way = {}) =>
    grow(history, shape, { strategy, ...mode.settings }, { ...way, ...(most !== undefined && { most }) });
  const isWhole = mode === MODES[0] || draws(false, true);

  test("keeps its prefix, and gives the same with a state, without one, and with an empty cache", async () => {
    const stateless = await run();
    expectSteady(stateless);
    expect(stateless.steps).toBeGreaterThan(0);
    kept.push(stateless.changes);
    const forgetful = { remembers: false, ...(!isWhole && { only: stateless.answered.slice(-LATEST) }) };
    const ways: Way[] = samples([{ keepsState: true }], [{ keepsState: true }, forgetful]);
    for (const way of ways) {
      const other = await run(way);
      expectSteady(other);
      expect(other.prompt).toEqual(stateless.prompt);
      kept.push(other.changes);
    }
  });
});
