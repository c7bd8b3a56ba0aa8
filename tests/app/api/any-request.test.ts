import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnyRequest, anyRequest, ROUTE_FILES } from "../../support/any-request";
import { recordFigure } from "../../support/record-figure";
import { draws } from "../../support/samples";
import { readProblem, send, startTestServer } from "../../support/test-server";

/** The full forms of this, files.test.ts and histories.test.ts are a hundred thousand inputs together. */
const REQUESTS = draws(500, 10_000);
/** What is said only while something is missing or full: nothing that a request does to the server. */
const STATES = [503, 507];

const data = startTestServer();
const modules = new Map<string, Record<string, unknown>>();

async function handlerOf({ file, method }: AnyRequest): Promise<unknown> {
  const module = modules.get(file) ?? ((await import(path.resolve("app", file))) as Record<string, unknown>);
  modules.set(file, module);
  return module[method] ?? (method === "HEAD" ? module.GET : undefined);
}

/** Multi-valued parameters of a catch-all route are lists. */
const paramsOf = ({ file, params }: AnyRequest) =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, file.includes(`...${name}`) ? [text] : text]));

test("no request whatever makes a 500, and each refusal is a problem with an id that tells nothing of the machine", async () => {
  const seen = new Set<number>();
  const refused = new Set<string>();
  const home = path.resolve(".");
  await fc.assert(
    fc.asyncProperty(anyRequest(), async (request) => {
      const handler = await handlerOf(request);
      if (handler === undefined) return;
      const { method, headers, body } = request;
      const options = { method, headers, params: paramsOf(request) as never, body: body as never };
      // The Model Context Protocol has answers of its own, which our contract does not list.
      const isMcp = request.file.startsWith("api/mcp");
      const answer = await send(handler, isMcp ? "/mcp" : request.path, options);
      seen.add(answer.status);
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      if (answer.status < 400) return void (await answer.body?.cancel());
      expect(answer.status < 500 || STATES.includes(answer.status), `${method} ${request.path}`).toBe(true);
      if (answer.headers.get("content-type") !== "application/problem+json") {
        expect(isMcp, request.file).toBe(true);
        return;
      }
      refused.add(request.file);
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
  expect(refused.size).toBeGreaterThan(ROUTE_FILES.length / 2);
  recordFigure("P1", "refusals of random requests", `all of ${refused.size} routes are problems with an id`);
  recordFigure("F3", "random requests", `${REQUESTS}, none answered 500`);
}, 3_000_000);

test("the page of the API names every code that asks to come again", () => {
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
