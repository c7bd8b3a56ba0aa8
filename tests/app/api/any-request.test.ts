import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ROUTES, type RouteKey } from "@/lib/api/routes";
import { dispatch } from "@/lib/server/routes/dispatch";
import { ADDRESSES, type AnyRequest, anyRequest } from "../../support/any-request";
import { apiRoute } from "../../support/api-route";
import { recordFigure } from "../../support/record-figure";
import { draws } from "../../support/samples";
import { readProblem, send, startTestServer } from "../../support/test-server";

/** In the full form, this file, files.test.ts and histories.test.ts together try a hundred thousand inputs. */
const REQUESTS = draws(500, 10_000);
/** Problems that only occur while something is missing or full, independent of the request. */
const STATES = [503, 507];

const data = startTestServer();

/** Calls a route with unescaped values. */
function handlerOf({ template, method }: AnyRequest) {
  const key = `${method === "HEAD" ? "GET" : method} ${template}`;
  return key in ROUTES ? apiRoute(key as RouteKey) : dispatch;
}

test("no request causes a 500, and each refusal is a problem with an id that reveals nothing about the machine", async () => {
  const seen = new Set<number>();
  const refused = new Set<string>();
  const home = path.resolve(".");
  await fc.assert(
    fc.asyncProperty(anyRequest(), async (request) => {
      const { method, headers, params, body } = request;
      const options = { method, headers, params, body: body as never };
      // The Model Context Protocol defines its own answers, which our contract does not list.
      const isMcp = request.template === "/api/mcp";
      const answer = await send(handlerOf(request), isMcp && method === "POST" ? "/mcp" : request.path, options);
      seen.add(answer.status);
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      if (answer.status < 400) return void (await answer.body?.cancel());
      expect(answer.status < 500 || STATES.includes(answer.status), `${method} ${request.path}`).toBe(true);
      if (answer.headers.get("content-type") !== "application/problem+json") {
        expect(isMcp, request.template).toBe(true);
        return;
      }
      refused.add(request.template);
      const problem = await readProblem(answer);
      const text = JSON.stringify(problem);
      expect(problem).toMatchObject({ type: `urn:winnow:problem:${problem.code}` });
      expect(problem).toMatchObject({ instance: `urn:winnow:request:${answer.headers.get("x-request-id")}` });
      expect(text).not.toContain(home);
      expect(text).not.toContain(data.dir());
      expect(text).not.toMatch(/\bat .*\.[cm]?[jt]s:\d+|node_modules/);
    }),
    { numRuns: REQUESTS },
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 404, 405, 415, 422]));
  expect(refused.size).toBeGreaterThan(ADDRESSES.length / 2);
  recordFigure("P1", "refusals of random requests", `all of ${refused.size} routes are problems with an id`);
  recordFigure("F3", "random requests", `${REQUESTS}, none answered 500`);
}, 3_000_000);

test("the API page lists every code after which callers should retry", () => {
  const explained = new Set(fs.readFileSync("docs/api.md", "utf8").match(/`[a-z-]+`/g));
  const codes = [
    "too-many-requests",
    "too-many-streams",
    "queue-full",
    "too-many-uploads",
    "db-busy",
    "db-down",
    "stopping",
  ];
  expect(codes.filter((code) => !explained.has(`\`${code}\``))).toEqual([]);
});
