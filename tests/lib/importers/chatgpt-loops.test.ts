import { expect, test } from "vitest";
import { mustImport } from "@/tests/support/check-importer";
import { memoryFile } from "@/tests/support/transcript-file";

const said = (id: string, parent: string | null, role: string, text: string) => ({
  id,
  parent,
  children: [],
  message: { id, author: { role }, recipient: "all", content: { content_type: "text", parts: [text] } },
});
const empty = (id: string, parent: string) => ({ id, parent, children: [], message: null });

test("reads messages after a loop of empty nodes, and the import ends", async () => {
  const nodes = [
    said("root", null, "user", "hello"),
    said("answer", "root", "assistant", "hi"),
    empty("a", "b"),
    empty("b", "a"),
    said("lost", "a", "user", "where do I belong?"),
  ];
  const conversation = {
    title: "loop",
    create_time: 1,
    mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
  };
  const { sessions } = await mustImport([memoryFile(JSON.stringify([conversation]))]);
  expect(sessions[0]?.messages.map(({ id }) => id)).toHaveLength(3);
});
