import { expect, test } from "vitest";
import { writePreview } from "@/lib/strategies/previews/put-aside";

const LIMITS = { headLines: 9, logLines: 9, entries: 9, fields: 9, lineCharacters: 99, characters: 999 };
const ID = "1894839483948394801";

test.each([
  ["a field", `{"id":${ID},"price":1.50}`, [`id: ${ID}`, "price: 1.50"]],
  ["items", `[${ID},1.50]`, [ID, "1.50"]],
  ["a field of an item", `[{"id":${ID}}]`, [`{"id":${ID}}`]],
  ["a field of `docker inspect`", `{"State":"up","Image":"x","Ports":[{"at":${ID}}]}`, [`Ports: [{"at":${ID}}]`]],
])("a preview shows numbers as they were read: %s", (_, text, shown) => {
  const [, ...lines] = writePreview("docker inspect", text, LIMITS)("out_1").split("\n");
  expect(lines).toEqual(expect.arrayContaining(shown));
});
