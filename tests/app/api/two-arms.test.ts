import { beforeAll, describe, expect, test } from "vitest";
import type { TwoArmsAnswer } from "@/lib/api/schemas/two-arms";
import { apiRoute } from "../../support/api-route";
import { armTranscript } from "../../support/arm-transcript";
import { postBytes, postJson, readProblem, startTestServer } from "../../support/test-server";

const upload = apiRoute("POST /api/sessions");
const change = apiRoute("POST /api/library/changes");
const twoArms = apiRoute("POST /api/two-arms");

startTestServer();

const imported = async (text: string): Promise<string> =>
  (await (await postBytes(upload, text)).json()).files[0].sessions[0];

const TASKS = 8;
const [off, on]: [string[], string[]] = [[], []];
beforeAll(async () => {
  for (let task = 0; task < TASKS; task += 1) {
    const shared = { prompt: `Task ${task}: mend it`, requests: 3 + task, read: 20_000 + 7_000 * task };
    off.push(await imported(armTranscript({ ...shared, id: `off-${task}`, folder: "/work/off", day: "2026-02-01" })));
    const cheaper = { ...shared, read: 0.5 * shared.read };
    on.push(await imported(armTranscript({ ...cheaper, id: `on-${task}`, folder: "/work/on", day: "2026-02-20" })));
  }
  await imported(
    armTranscript({ id: "alone", prompt: "Only here", requests: 2, read: 100, folder: "/work/on", day: "2026-02-21" }),
  );
});

const compare = async (body: object): Promise<TwoArmsAnswer> => {
  const response = await postJson(twoArms, "/api/two-arms", body);
  expect(response.status).toBe(200);
  return (await response.json()) as TwoArmsAnswer;
};

describe("POST /api/two-arms", () => {
  test("folders are paired by first prompt; the answer names the part that changed and the sessions left out", async () => {
    const answer = await compare({ a: { folder: "/work/off" }, b: { folder: "/work/on" } });
    expect(answer).toMatchObject({ verdict: "cheaper", unit: "usd", pairs: TASKS });
    expect(answer.left_out).toMatchObject([{ title: "Only here", arm: "b", reason: "no-partner" }]);
    const part = (name: string) => answer.parts.find((entry) => entry.part === name);
    expect(part("reads")?.change?.mean).toBeCloseTo(-0.5, 6);
    expect(part("turns")?.change).toEqual({ mean: 0, low: 0, high: 0 });
    expect(part("total")?.a).toBeCloseTo(
      ["plainInput", "reads", "writes", "output", "others"].reduce((sum, name) => sum + (part(name)?.a ?? 0), 0),
      9,
    );
    expect(answer.tasks[0]?.title).toBe("Task 7: mend it");
    expect(answer.models).toEqual({ a: ["claude-sonnet-4-5-20250929"], b: ["claude-sonnet-4-5-20250929"] });
  });

  test("selecting by day, by ids, by title, or counting in tokens gives the same result for reads", async () => {
    const choices = [
      { a: { before: "2026-02-10" }, b: { from: "2026-02-10" } },
      { a: { sessions: off }, b: { sessions: on } },
      { a: { title: "MEND", folder: "/work/off" }, b: { folder: "/work/on", title: "task" }, unit: "tokens" },
      { a: { sessions: off }, b: { sessions: on }, pair_by: "hand", pairs: off.map((id, task) => [id, on[task]]) },
    ];
    for (const choice of choices) {
      const { parts, pairs } = await compare(choice);
      expect(pairs).toBe(TASKS);
      expect(parts.find(({ part }) => part === "reads")?.change?.mean).toBeCloseTo(-0.5, 6);
    }
  });

  test("finds and names renamed sessions by the reader's title", async () => {
    const [id = ""] = off;
    const renamed = await postJson(change, "/api/library/changes", { sessions: [id], title: "Renamed by hand" });
    expect(renamed.status).toBe(200);
    const { left_out } = await compare({ a: { title: "by HAND" }, b: { folder: "/nowhere" } });
    expect(left_out).toMatchObject([{ id, title: "Renamed by hand" }]);
  });

  test("without pairs, compares the groups as a whole", async () => {
    const answer = await compare({
      a: { client: "Claude Code", before: "2026-02-10" },
      b: { from: "2026-02-10" },
      pair_by: "none",
    });
    expect(answer.tasks).toMatchObject([{ title: "All sessions" }]);
    expect(answer).toMatchObject({ pair_by: "none", repeats: { tasks: 0, difference: null } });
    expect(answer.pairs).toBe(TASKS);
  });

  test("an empty group is not a failure, but leaves nothing to compare", async () => {
    expect(await compare({ a: { folder: "/nowhere" }, b: { folder: "/work/on" } })).toMatchObject({
      verdict: "too-few",
      parts: [],
    });
  });

  test("refuses invalid choices with their paths", async () => {
    const refused = async (body: object) => readProblem(await postJson(twoArms, "/api/two-arms", body));
    const both = await refused({ a: { folder: "/work/on" }, b: { from: "2026-02-10" } });
    expect(both).toMatchObject({ status: 422, code: "session-in-both-arms" });
    const unknown = await refused({ a: { sessions: ["nobody"] }, b: { folder: "/work/on" } });
    expect(unknown).toMatchObject({ status: 404, errors: [{ pointer: "$.a.sessions[0]" }] });
    const elsewhere = await refused({ a: { sessions: ["nobody"], folder: "/work/off" }, b: { folder: "/work/on" } });
    expect(elsewhere).toMatchObject({ status: 404, errors: [{ pointer: "$.a.sessions[0]" }] });
    expect(await refused({ a: {}, b: { folder: "/work/on" } })).toMatchObject({ status: 422 });
    expect(await refused({ a: { folder: "x" }, b: { folder: "y" }, pair_by: "hand" })).toMatchObject({ status: 422 });
  });
});
