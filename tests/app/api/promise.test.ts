import { beforeAll, describe, expect, test } from "vitest";
import type { AdviceSummary } from "@/lib/api/schemas/advise";
import type { PromiseAnswer } from "@/lib/api/schemas/promise";
import { saveAdviceRun } from "@/lib/server/sessions/runs";
import { apiRoute } from "../../support/api-route";
import { armTranscript } from "../../support/arm-transcript";
import { postBytes, readProblem, send, startTestServer } from "../../support/test-server";

const measure = apiRoute("GET /api/runs/{id}/promise");
const upload = apiRoute("POST /api/sessions");

startTestServer();

const imported = async (text: string): Promise<string> =>
  (await (await postBytes(upload, text)).json()).files[0].sessions[0];

const BLOCKS = [1, 1.4, 0.8, 1.1, 2, 0.9].map((cost) => ({ cost, lost: 0, requests: 40 }));
const outcome = { fired: 3, peak_prompt_tokens: 80_000, over_window: 0 };
const summary = (ids: readonly string[]): AdviceSummary => ({
  parts: "sessions",
  sessions: ids.map((id) => ({
    id,
    client: "Claude Code",
    setting_client: "claude-code",
    requests: 40,
    peak_prompt_tokens: 100_000,
    window: 200_000,
    compacts_at: 167_000,
  })),
  left_out: [],
  price_per_lost_fact: { amount: 0, currency: "USD" },
  price_basis: "set",
  price_fetches: null,
  logged: { ...outcome, blocks: BLOCKS },
  policies: [
    {
      ...outcome,
      id: "fold@80000",
      strategy: "claude-code",
      family: "fold as the client does",
      trigger_tokens: 80_000,
      clients: ["claude-code"],
      blocks: BLOCKS.map((block) => ({ ...block, cost: block.cost * 0.6 })),
    },
  ],
  verdict: {
    reason: null,
    sentence: "",
    policy: "fold@80000",
    change: null,
    held_out: null,
    lost_per_100: 0,
    logged_lost_per_100: 0,
  },
  stopped: false,
});

const SESSIONS = 8;
let [run, unmeasured] = ["", ""];
const [before, after]: [string[], string[]] = [[], []];
beforeAll(async () => {
  for (let number = 0; number < SESSIONS; number += 1) {
    const shared = { requests: 32 + number, folder: "/work/a", write: 500, output: 50 };
    const read = 100_000 + 2_000 * number;
    const old = { ...shared, id: `old-${number}`, prompt: `An old task ${number}`, day: "2026-02-01", read };
    before.push(await imported(armTranscript(old)));
    const later = { ...shared, id: `new-${number}`, prompt: `A new task ${number}`, day: "2026-02-20", read: read / 2 };
    after.push(await imported(armTranscript(later)));
  }
  const short = { id: "short", prompt: "Short", requests: 3, folder: "/work/a", day: "2026-02-21", read: 1_000_000 };
  await imported(armTranscript(short));
  run = (await saveAdviceRun("an advice", {}, null, summary(before))).id;
  unmeasured = (await saveAdviceRun("another", {}, null, summary([]))).id;
});

const read = (id: string, query: string) => send(measure, `/api/runs/${id}/promise${query}`, { params: { id } });
const answered = async (query: string): Promise<PromiseAnswer> => (await read(run, query)).json();

describe("GET /api/runs/:id/promise", () => {
  test("the promise was kept if later sessions of the same client read half as much", async () => {
    const answer = await answered("?since=2026-02-10");
    expect(answer).toMatchObject({ verdict: "kept", policy: "fold@80000", trigger_tokens: 80_000, left_out: 0 });
    expect(answer.before.sessions.toSorted()).toEqual(before.toSorted());
    expect(answer.after.sessions.toSorted()).toEqual(after.toSorted()); // without the short one
    expect(answer.promised.share).toBeCloseTo(-0.4, 6);
    const { change } = answer.per_100_requests ?? { change: null };
    expect(change?.mean).toBeLessThan(-0.4);
    expect(change?.high).toBeLessThan(-0.3);
    expect(answer.in_force).toEqual({ reached: 0, beyond: 0 });
    expect(answer.before.peak_prompt_tokens).toBeGreaterThan(answer.after.peak_prompt_tokens ?? 0);
  });

  test("a day before any change, or after all sessions, gives no verdict", async () => {
    expect((await answered("?since=2026-03-01")).verdict).toBe("no-sessions");
    const early = await answered("?since=2026-01-01");
    expect(early).toMatchObject({ verdict: "not-in-force", per_100_requests: null });
    expect(early.in_force.beyond).toBe(SESSIONS);
  });

  test("refuses what it cannot measure", async () => {
    const problems: readonly (readonly [string, string, number, string])[] = [
      ["run_none", "", 404, "no-such-run"],
      [run, "?since=yesterday", 422, "bad-parameter"],
      [run, "?policy=none", 422, "no-such-policy"],
      [run, "?days=3", 422, "unknown-parameter"],
    ];
    for (const [id, query, status, code] of problems) {
      const response = await read(id, query);
      expect(response.status).toBe(status);
      expect(await readProblem(response)).toMatchObject({ code });
    }
    expect((await read(unmeasured, "")).status).toBe(200);
  });
});
