import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Candidate, Family } from "@/lib/advice/candidate";
import { DEFAULT_FAMILIES, FOLD_AS_CLIENT, sharedPolicies } from "@/lib/advice/families";
import type { Outcome } from "@/lib/advice/outcome";
import { firstRound, nextRound, roundStep, type SearchSpace, type Tried } from "@/lib/advice/search";
import { replayPolicyOf } from "@/lib/advice/search-session";
import { CLIENT_SETTINGS, settingFor } from "@/lib/advice/settings/setting-for";

const family = (id: string): Family => ({ id, recipe: id });
const SPACE: SearchSpace = {
  families: [family("a"), family("b")],
  peak: 168_000,
  latest: 200_000,
  earliest: 0,
  start: 0,
  room: 200_000,
  most: 72,
  prices: [0],
};

const blocksOf = (cost: number) => Array.from({ length: 8 }, () => ({ cost, lost: 0, requests: 10 }));
const LOG: Outcome = {
  id: "logged",
  trigger: null,
  blocks: blocksOf(10),
  fired: 0,
  peakPrompt: 168_000,
  overWindow: 0,
};

/** Costs grow with the distance of the trigger from a best one. */
function tried(candidate: Candidate, best: number, base: number): Tried {
  const cost = base + Math.abs(candidate.trigger - best) / 20_000;
  const { id, trigger } = candidate;
  return { candidate, outcome: { id, trigger, blocks: blocksOf(cost), fired: 3, peakPrompt: 1, overWindow: 0 } };
}

function searchAll(space: SearchSpace, replay: (candidate: Candidate) => Tried): Tried[] {
  const all: Tried[] = [];
  let next = firstRound(space);
  for (let round = 1; next.length > 0 && round < 6; round += 1) {
    all.push(...next.map(replay));
    next = nextRound(space, all, LOG, round);
  }
  return all;
}

describe("the search", () => {
  test("the first round tries every family at the same triggers, from the earliest advisable one to the peak", () => {
    const round = firstRound({ ...SPACE, earliest: 60_000 });
    expect(round.filter(({ family: { id } }) => id === "a").map(({ trigger }) => trigger)).toEqual([
      60_000, 110_000, 160_000,
    ]);
    expect(round).toHaveLength(6);
  });

  test("later rounds approach the best trigger, and drop a family that is far more expensive", () => {
    const all = searchAll(SPACE, (candidate) => tried(candidate, 67_000, candidate.family.id === "a" ? 5 : 9));
    const best = all.reduce((one, other) =>
      (other.outcome.blocks[0]?.cost ?? 0) < (one.outcome.blocks[0]?.cost ?? 0) ? other : one,
    );
    expect(Math.abs(best.candidate.trigger - 67_000)).toBeLessThanOrEqual(4_000);
    expect(all.filter(({ candidate }) => candidate.family.id === "b")).toHaveLength(4);
  });

  test("a best trigger at the edge extends the grid", () => {
    const all = searchAll(SPACE, (candidate) => tried(candidate, 12_000, 5));
    expect(Math.min(...all.map(({ candidate }) => candidate.trigger))).toBeLessThanOrEqual(15_000);
  });

  test.prop([
    fc.integer({ min: 5_000, max: 2_000_000 }),
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 1, max: 72 }),
  ])("tries no policy twice, none beyond the peak, and never more than allowed", (peak, best, most) => {
    const space = { ...SPACE, peak, latest: 1_000_000, most };
    const all = searchAll(space, (candidate) => tried(candidate, best * 10_000, 5));
    expect(new Set(all.map(({ candidate }) => candidate.id)).size).toBe(all.length);
    expect(all.length).toBeLessThanOrEqual(most);
    for (const { candidate } of all) expect(candidate.trigger).toBeLessThan(peak);
  });

  test.prop([fc.integer({ min: 1_000, max: 5_000_000 })])("a step is a round number near the size", (size) => {
    const step = roundStep(size);
    expect(step % 500).toBe(0);
    expect(step / size).toBeGreaterThan(0.4);
    expect(step / size).toBeLessThanOrEqual(2);
  });
});

describe("a fold as the client does it", () => {
  const [candidate] = sharedPolicies([FOLD_AS_CLIENT], 40_000);

  test("is one policy over all sessions, and in each session the fold of its client", () => {
    expect(DEFAULT_FAMILIES).toContain(FOLD_AS_CLIENT);
    const recipeIn = (client: string | null) => {
      const policy = candidate && replayPolicyOf(candidate, client);
      return [policy?.id, policy?.kind === "recipe" ? policy.recipe : null];
    };
    const id = "fold as the client does@40000";
    expect(recipeIn("Claude Code")).toEqual([id, "claude-code-2.1"]);
    expect(recipeIn("Codex")).toEqual([id, "codex-local"]);
    expect(recipeIn("OpenCode")).toEqual([id, "opencode-compact"]);
    expect(recipeIn("pi")).toEqual([id, "pi-1.5"]);
    for (const client of ["SWE-agent", "constructor", null]) expect(recipeIn(client)).toEqual([id, "claude-code-2.1"]);
  });

  test("a fold waits until three tenths of the room for the conversation are full", () => {
    const space = { ...SPACE, families: [FOLD_AS_CLIENT], start: 42_000, room: 158_000 };
    const triggers = firstRound(space).map(({ trigger }) => trigger);
    expect(triggers.length).toBeGreaterThan(0);
    expect(Math.min(...triggers)).toBeGreaterThanOrEqual(89_400);
  });

  test("can be set in every client that has a threshold", () => {
    const wanted = { strategy: FOLD_AS_CLIENT.recipe, trigger: 120_000, floor: null, window: 200_000 };
    const typed = CLIENT_SETTINGS.filter(({ id }) => settingFor(id, wanted).kind === "setting").map(({ id }) => id);
    expect(typed).toEqual(expect.arrayContaining(["claude-code", "codex", "gemini-cli", "goose"]));
  });
});
