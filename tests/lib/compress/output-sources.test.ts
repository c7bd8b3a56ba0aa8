import { expect, test } from "vitest";
import { outputSources } from "@/lib/compress/compress-request";
import type { Conversation, Message } from "@/lib/conversation/message";
import type { Compression } from "@/lib/strategies/grammar/compression";

/** A history of `count` calls whose outputs are all put aside. It counts how often a message's parts are read. */
function history(count: number) {
  const reads = { count: 0 };
  const messages = Array.from({ length: count }, (_, index) => [
    message(reads, `a${index}`, "assistant", {
      type: "tool-call",
      toolCallId: `call_${index}`,
      toolName: "read",
      input: { path: `src/${index}.ts` },
    }),
    message(reads, `t${index}`, "tool", {
      type: "tool-result",
      toolCallId: `call_${index}`,
      toolName: "read",
      output: { type: "text", value: "x" },
    }),
  ]).flat();
  const edits = Array.from({ length: count }, (_, index) => ({
    op: "replace",
    targets: [`t${index}.0`],
    reference: { id: `ref_${index}` },
  }));
  const sourceOf = outputSources(
    { edits } as unknown as Compression,
    { messages, tools: [] } as unknown as Conversation,
  );
  return { reads, sourceOf };
}

function message(reads: { count: number }, id: string, role: string, part: object): Message {
  const parts = [{ ...part, id: `${id}.0` }];
  return {
    id,
    role,
    get parts() {
      reads.count += 1;
      return parts;
    },
  } as unknown as Message;
}

test("names the call of each put-aside output", () => {
  const { sourceOf } = history(3);
  expect(sourceOf("ref_2")).toMatchObject({ part_id: "t2.0", call_id: "call_2", paths: ["src/2.ts"] });
  expect(sourceOf("unknown")).toMatchObject({ part_id: "", call_id: null, paths: [] });
});

test("many references do not re-read the history again and again", () => {
  const { reads, sourceOf } = history(400);
  for (let index = 0; index < 400; index += 1) sourceOf(`ref_${index}`);
  expect(reads.count).toBeLessThanOrEqual(2 * 800);
});
