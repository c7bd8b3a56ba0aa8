import { expect, test } from "vitest";
import type { CommentJson } from "@/lib/api/schemas/comment";
import { readerOf, selectSession } from "@/lib/exporters/select-session";
import { itemsOf } from "@/lib/exporters/session-items";
import { sketchSession } from "@/tests/support/sketch-session";

const session = sketchSession(`
  user first
  say one
  usage in=3 out=4
  agent a1
  user helper
  say helped
  usage in=3 out=4
  agent main
  user second
  say two
  usage in=3 out=4
`);
const comment = (agent: string, index_in_agent: number): CommentJson => ({
  id: `${agent}${index_in_agent}`,
  agent,
  index_in_agent,
  text: "x",
  created_at: "2026-01-01T00:00:00Z",
  changed_at: null,
});

const order = (comments: readonly CommentJson[], request: number | null = null) => {
  const selected = selectSession(readerOf(session), { agent: null, request });
  if (!selected.ok) throw new Error(selected.error.message);
  return [...itemsOf(selected.value, comments)].flatMap((item) =>
    item.kind === "comment" ? item.comment.id : item.kind === "response" ? `answer of ${item.response.agent}` : [],
  );
};

test("a comment follows the answer of its own agent's request", () => {
  expect(order([comment("main", 1), comment("a1", 0)])).toEqual([
    "answer of main",
    "answer of a1",
    "a10",
    "answer of main",
    "main1",
  ]);
});

test("a comment whose answer is not selected comes last, and none is lost", () => {
  expect(order([comment("main", 1)], 2).at(-1)).toBe("main1");
  expect(order([comment("gone", 7)]).at(-1)).toBe("gone7");
});
