import { beforeAll, describe, expect, test } from "vitest";
import type { CompareAnswer } from "@/lib/api/schemas/compare";
import type { ReplayAnswer } from "@/lib/api/schemas/replay";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import { toMatrix } from "@/lib/view-models/compare/comparison-matrix";
import { toReplayView } from "@/lib/view-models/replay/replay-view";
import { NOT_APPLICABLE_TEXT } from "@/lib/wording/number-format";
import { apiRoute } from "../../support/api-route";
import { postBytes, postJson, send, startTestServer } from "../../support/test-server";
import { exampleToCompaction } from "../../support/transcripts";

const compare = apiRoute("POST /api/compress/compare");
const replay = apiRoute("POST /api/replay");
const readRequests = apiRoute("GET /api/sessions/{id}/requests");
const upload = apiRoute("POST /api/sessions");

startTestServer();

/** A log with everything that tables need: prices, cache figures, windows, failures, and later requests. */
let id = "";
beforeAll(async () => {
  id = (await (await postBytes(upload, exampleToCompaction(7))).json()).files[0].sessions[0];
});

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || value === NOT_APPLICABLE_TEXT || value === "not measured";

/** Columns that are empty in every row. */
function blankIn(rows: readonly Readonly<Record<string, unknown>>[], without: readonly string[] = []): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return columns.filter((column) => !without.includes(column) && rows.every((row) => isBlank(row[column])));
}

describe("every column has values if its inputs exist", () => {
  test("Compare", async () => {
    const body = { session: { id, number: 60 }, strategies: ["winnow", "claude-code", "anthropic-clear-tool-uses"] };
    const answer: CompareAnswer = await (
      await postJson(compare, "/api/compress/compare", { ...body, include: ["evaluation"] })
    ).json();
    const rows = toMatrix(answer).map(({ id: row, cells }) => [row, cells.map(({ value }) => value)] as const);
    const filled = answer.results.map((_, at) => Object.fromEntries(rows.map(([row, values]) => [row, values[at]])));
    expect(rows.length).toBeGreaterThan(10);
    // drawn as bars
    expect(blankIn(filled, ["survival"])).toEqual([]);
  });

  test("Replay", async () => {
    const policies = ["winnow", "claude-code"].map((recipe) => ({ id: recipe, recipe, trigger: { tokens: 60_000 } }));
    const answer: ReplayAnswer = await (await postJson(replay, "/api/replay", { session: { id }, policies })).json();
    const { table } = toReplayView(answer, [], []);
    expect(blankIn(table, ["detail", "failure"])).toEqual([]);
    expect(blankIn(answer.replays.map(({ totals }) => totals))).toEqual([]);
    expect(blankIn(answer.replays.flatMap(({ rows }) => rows))).toEqual([]);
  });

  test("Requests", async () => {
    const path = `/api/sessions/${id}/requests`;
    const { requests } = (await (await send(readRequests, path, { params: { id } })).json()) as {
      requests: RequestRow[];
    };
    // Claude Code logs none of these.
    expect(blankIn(requests, ["first_token_ms", "limits", "reasoning"])).toEqual([]);
  });
});
