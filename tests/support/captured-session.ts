import { readPromptBlocks } from "@/lib/formats/prompt-blocks";

type Block = Record<string, unknown>;
type Body = { model: string; tools: Block[]; system: Block[]; messages: { role: string; content: unknown }[] };
export type CapturedAnswer = Block & { content: Block[]; usage: Record<string, unknown> };
export type CapturedRow = {
  request: { timestamp: number; method: string; url: string; body: Body };
  response: { timestamp: number; status_code: number; body: CapturedAnswer };
};

const MARK = { cache_control: { type: "ephemeral", ttl: "1h" } } as const;
const count = (text: string) => Math.ceil(text.length / 4);

/** Six calls of an agent, as logged by claude-trace: the third changes a tool, the fifth an old result. */
export function capturedRows(): CapturedRow[] {
  const bodies = [1, 2, 3, 4, 5, 6].map(bodyOf);
  let cached: string[] = [];
  return bodies.map((body, index) => {
    const { blocks, marks } = readPromptBlocks(body) as NonNullable<ReturnType<typeof readPromptBlocks>>;
    const texts = blocks.map(({ text }) => text);
    const same = texts.findIndex((text, at) => text !== cached[at]);
    const shared = same === -1 ? texts.length : same;
    const hit = marks.findLast(({ at }) => at < shared)?.at ?? -1;
    const sum = (from: number, to: number) => texts.slice(from, to).reduce((all, text) => all + count(text), 0);
    // The cache is read up to the previous turn's mark; the mark moves with every turn.
    const before = cached.length > 0 && shared === cached.length ? shared - 1 : hit;
    const read = cached.length === 0 ? 0 : sum(0, before + 1);
    const usage = {
      input_tokens: 3,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: sum(0, texts.length) - read,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: sum(0, texts.length) - read },
      output_tokens: 40,
    };
    cached = texts;
    const reason = index === 2 ? "tools_changed" : index === 4 ? "messages_changed" : null;
    const diagnostics = reason === null ? {} : { diagnostics: { cache_miss_reason: { type: reason } } };
    const answer = { id: `msg_${index}`, type: "message", role: "assistant", model: body.model, usage, ...diagnostics };
    return row(index, body, { ...answer, content: [call(index + 1)] });
  });
}

const row = (index: number, body: Body, answer: CapturedAnswer): CapturedRow => ({
  request: {
    timestamp: 1_767_225_600 + index * 60,
    method: "POST",
    url: "https://api.anthropic.com/v1/messages",
    body,
  },
  response: { timestamp: 1_767_225_609 + index * 60, status_code: 200, body: answer },
});

const call = (turn: number): Block => ({
  type: "tool_use",
  id: `toolu_${turn}`,
  name: "Read",
  input: { file: `f${turn}` },
});

function result(turn: number, bodyTurn: number): Block {
  const status = turn === 1 && bodyTurn >= 5 ? "status: 3 files changed" : "status: 2 files changed";
  const text = `${status}\n${`line of file ${turn}\n`.repeat(400)}`;
  return { type: "tool_result", tool_use_id: `toolu_${turn}`, content: text };
}

function bodyOf(turn: number): Body {
  const description = `Reads a file${turn >= 3 ? " from the work tree" : ""}. ${"It gives numbered lines. ".repeat(200)}`;
  const earlier = Array.from({ length: turn - 1 }, (_, at) => [
    { role: "assistant", content: [call(at + 1)] },
    { role: "user", content: [result(at + 1, turn)] },
  ]).flat();
  const messages = [{ role: "user", content: [{ type: "text", text: "Read what you need." }] }, ...earlier];
  const last = messages.at(-1) as { content: Block[] };
  last.content = last.content.map((block) => ({ ...block, ...MARK }));
  return {
    model: "claude-sonnet-4-5-20250929",
    tools: [
      { name: "Read", description, input_schema: { type: "object", properties: { file: { type: "string" } } } },
      { name: "Write", description: "Writes a file.", input_schema: { type: "object" }, ...MARK },
    ],
    system: [{ type: "text", text: `You are careful. ${"Keep to the style of the code. ".repeat(300)}`, ...MARK }],
    messages,
  };
}
