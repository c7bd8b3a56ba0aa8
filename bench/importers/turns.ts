import { exampleRows } from "@/lib/example/generate-example";

export type ToolCall = { readonly id: string; readonly name: string; readonly input: object };
export type Turn =
  | { readonly by: "person"; readonly text: string; readonly time: string }
  | {
      readonly by: "model";
      readonly id: string;
      readonly reasoning: string;
      readonly text: string;
      readonly calls: readonly ToolCall[];
      readonly usage: {
        readonly fresh: number;
        readonly written: number;
        readonly read: number;
        readonly output: number;
      };
      readonly time: string;
    }
  | {
      readonly by: "tool";
      readonly results: readonly { readonly id: string; readonly text: string }[];
      readonly time: string;
    };

type Block = {
  type: string;
  text?: string;
  thinking?: string;
  id?: string;
  name?: string;
  input?: object;
  tool_use_id?: string;
  content?: unknown;
};
type ClaudeRow = {
  type?: string;
  timestamp?: string;
  message?: { id?: string; content: string | Block[]; usage?: Record<string, number> };
};

/** The turns of the built-in example, day after day without end, independent of any client's format. */
export function* turns(seed: number): Iterable<Turn> {
  let open: Extract<Turn, { by: "model" }> | null = null;
  for (const row of exampleRows({ seed, rounds: Number.POSITIVE_INFINITY }) as Iterable<ClaudeRow>) {
    const { type, message } = row;
    if (!message || (type !== "user" && type !== "assistant")) continue;
    const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    const time = row.timestamp ?? "";
    if (type === "assistant") {
      if (open && open.id !== message.id) yield open;
      open = answer(open?.id === message.id ? open : null, message.id ?? "", blocks, message.usage ?? {}, time);
      continue;
    }
    if (open) yield open;
    open = null;
    const results = blocks.filter((block) => block.type === "tool_result");
    if (results.length > 0) yield { by: "tool", results: results.map(result), time };
    else yield { by: "person", text: textOf(blocks), time };
  }
}

const textOf = (blocks: readonly Block[]) => blocks.map(({ text = "" }) => text).join("");
const result = ({ tool_use_id: id = "", content }: Block) => ({
  id,
  text: typeof content === "string" ? content : textOf((content ?? []) as Block[]),
});

function answer(
  before: Extract<Turn, { by: "model" }> | null,
  id: string,
  blocks: readonly Block[],
  usage: Record<string, number>,
  time: string,
): Extract<Turn, { by: "model" }> {
  const calls = blocks.flatMap(({ type, id = "", name = "", input = {} }) =>
    type === "tool_use" ? [{ id, name, input }] : [],
  );
  return {
    by: "model",
    id,
    reasoning: (before?.reasoning ?? "") + blocks.map(({ thinking = "" }) => thinking).join(""),
    text: (before?.text ?? "") + textOf(blocks),
    calls: [...(before?.calls ?? []), ...calls],
    usage: {
      fresh: usage.input_tokens ?? 0,
      written: usage.cache_creation_input_tokens ?? 0,
      read: usage.cache_read_input_tokens ?? 0,
      output: usage.output_tokens ?? 0,
    },
    time,
  };
}
