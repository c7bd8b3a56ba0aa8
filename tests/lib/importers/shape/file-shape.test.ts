import { expect, test } from "vitest";
import { shapeOfFile } from "@/lib/importers/shape/file-shape";
import { storeFile } from "@/tests/support/make-store";
import { memoryFile } from "@/tests/support/transcript-file";

const lines = (...rows: unknown[]) => memoryFile(rows.map((row) => JSON.stringify(row)).join("\n"));
const shapeOf = async (file: Parameters<typeof shapeOfFile>[0][0]) => {
  const text = await shapeOfFile([file]);
  return text === null ? null : JSON.parse(text);
};

test("describes rows by their keys and values by their types, without any content", async () => {
  const file = lines(
    { kind: "prompt", text: "a secret", at: 12, data: { tags: ["blue", null] } },
    { kind: "prompt", text: '{"secret":1}', at: 13, data: { tags: [] } },
    { kind: "end" },
  );
  expect(await shapeOf(file)).toEqual({
    winnow_shape: 1,
    bytes: file.bytes,
    rows: 3,
    row: {
      one_of: [
        {
          count: 2,
          keys: { at: "number", data: { tags: ["null|string"] }, kind: "string", text: "string|string of JSON" },
        },
        { count: 1, keys: { kind: "string" } },
      ],
    },
  });
});

test("does not name keys that could be content", async () => {
  const value = {
    files: { "src/app.ts": 1, "app.ts": 2, ".env": 3 },
    byId: { toolu_01NGpatVG4s9Bozweeox7g5T: "x", "3f2a9c71-0b1d-4c55": "y", "2026-09-01": "z" },
    people: { ada: { age: 1 }, grace: { age: 2 } },
    attributes: { "gen_ai.request.model": "m", "ada@example.com": 1 },
  };
  expect((await shapeOf(memoryFile(JSON.stringify([value, 5], null, 2)))).value).toEqual([
    {
      one_of: [
        "number",
        {
          files: { "*": "number" },
          byId: { "*": "string" },
          people: { "*": { age: "number" } },
          attributes: { "gen_ai.request.model": "string", "*": "number" },
        },
      ],
    },
  ]);
});

test("describes a database by its tables and columns, and keyed values by the text before the colon", async () => {
  const file = await storeFile("create table notes (id text, body text); create table store (key text, value blob)", {
    notes: [{ id: "n1", body: JSON.stringify({ text: "secret" }) }],
    store: [
      { key: "talk:77aa", value: JSON.stringify({ said: "secret" }) },
      { key: "talk:88bb", value: JSON.stringify({ said: "more" }) },
      { key: "cursorAuth/accessToken", value: JSON.stringify({ login: "token" }) },
    ],
  });
  const text = (await shapeOfFile([file])) ?? "";
  expect(JSON.parse(text).tables).toEqual({
    notes: { rows: 1, columns: ["id", "body"], row: { id: "string", body: { text: "string" } } },
    store: { rows: 3, columns: ["key", "value"], row: { talk: { key: "string", value: { said: "string" } } } },
  });
  expect(text).not.toMatch(/secret|token|login|77aa/);
});

test("what has no shape has none", async () => {
  expect(await shapeOf(memoryFile("Just words."))).toBeNull();
  expect(await shapeOf(memoryFile(""))).toBeNull();
});
