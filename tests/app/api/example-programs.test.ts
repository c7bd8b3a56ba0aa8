import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { costliestBreaks } from "@/examples/mcp/costliest-breaks.mjs";
import { apiRoute } from "../../support/api-route";
import { run } from "../../support/built-command";
import { startRouteServer } from "../../support/route-server";
import { send, startTestServer } from "../../support/test-server";
import { BODIES } from "../../support/wire-bodies";

const example = apiRoute("POST /api/example");

/** Runs the unchanged programs in examples/mcp and examples/drop-in against the API. */

const data = startTestServer();
const server = startRouteServer();
const body = { model: "gpt-5", temperature: 0.5, ...BODIES["openai-chat"] };

function bodyFile(): string {
  const file = path.join(data.dir(), "body.json");
  fs.writeFileSync(file, JSON.stringify(body));
  return file;
}
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const script = (name: string) => path.resolve("examples/drop-in", name);

test("costliest-breaks.mjs finds the session and its causes", async () => {
  expect(await costliestBreaks(server.address())).toBeNull();
  await send(example, "/api/example", { method: "POST" });
  const found = await costliestBreaks(server.address());
  expect(found?.cost).toBeGreaterThan(0);
  expect(found?.causes.length).toBeGreaterThan(1);
});

test.skipIf(!has("curl"))("compact.sh writes a smaller body, or the original one if no server answers", async () => {
  const file = bodyFile();
  const made = await run("sh", [script("compact.sh"), server.address(), file], data.dir());
  expect(made.code).toBe(0);
  expect(JSON.parse(made.out)).toMatchObject({ model: "gpt-5", temperature: 0.5 });
  const kept = await run("sh", [script("compact.sh"), "http://127.0.0.1:1", file], data.dir());
  expect(JSON.parse(kept.out)).toEqual(body);
});

test.skipIf(!has("python3"))("compress.py saves tokens and reads back what was put aside", async () => {
  const made = await run("python3", [script("compress.py"), server.address(), bodyFile()], data.dir());
  expect(made.err).toBe("");
  const { saved, lines_put_aside } = JSON.parse(made.out);
  expect(saved).toBeGreaterThan(0);
  expect(lines_put_aside).toBeGreaterThan(0);
});
