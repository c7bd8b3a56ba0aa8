import { expect, test } from "vitest";
import { listImports } from "@/lib/server/ingest/list-imports";
import { apiRoute } from "../../../support/api-route";
import { postBytes, startTestServer } from "../../../support/test-server";
import { makeSession } from "../../../support/transcripts";

const upload = apiRoute("POST /api/sessions");

startTestServer();

const send = async (name: string, text: string) => {
  const answer = await postBytes(upload, text, { "x-file-name": name });
  return answer.status;
};
const listed = async () =>
  (await listImports(1)).imports.map(({ report }) => `${report.file_name} ${report.error?.code ?? "imported"}`);

test("refused files are among the imports, newest first, each content once, with its time", async () => {
  expect(await send("first.jsonl", makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000001" }))).toBe(201);
  expect(await send("shopping.txt", "milk\nbread\n")).toBe(422);
  expect(await send("second.jsonl", makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000002" }))).toBe(201);
  expect(await listed()).toEqual(["second.jsonl imported", "shopping.txt not-a-transcript", "first.jsonl imported"]);
  expect(await send("shopping-again.txt", "milk\nbread\n")).toBe(422);
  expect(await listed()).toEqual([
    "shopping-again.txt not-a-transcript",
    "second.jsonl imported",
    "first.jsonl imported",
  ]);
  const { imports, page, pages } = await listImports(1);
  expect([page, pages]).toEqual([1, 1]);
  for (const { at } of imports) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
});

test("a duplicate is not an import, and any page number returns the nearest page", async () => {
  expect(await send("first.jsonl", makeSession({ id: "aaaaaaaa-0000-4000-8000-000000000001" }))).toBe(200);
  expect(await listed()).toHaveLength(3);
  expect((await listImports(Number.NaN)).page).toBe(1);
  expect((await listImports(99)).page).toBe(1);
});
