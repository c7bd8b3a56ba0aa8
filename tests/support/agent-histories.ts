import fc from "fast-check";
import type { Conversation, Message, Role } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";

type Step = { readonly tool: string; readonly file: number; readonly size: number; readonly hasFailed: boolean };
type Turn = { readonly steps: readonly Step[]; readonly answer: number };
export type AgentOptions = {
  readonly turns: readonly [number, number];
  readonly steps: readonly [number, number];
  readonly tools: readonly string[];
  /** Characters of an output. */
  readonly size: readonly [number, number];
};

/**
 * Histories like those of agents: after each typed prompt come some steps of one call each, and an answer ends the
 * turn. The newest turn is still running. Every message has one part, so that both sides of a comparison can count by
 * message.
 */
export function agentHistories({ turns, steps, tools, size }: AgentOptions): fc.Arbitrary<Conversation> {
  const within = ([min, max]: readonly [number, number]) => ({ min, max });
  const step: fc.Arbitrary<Step> = fc.record({
    tool: fc.constantFrom(...tools),
    file: fc.nat(4),
    size: fc.integer(within(size)),
    hasFailed: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn < 3),
  });
  const turn = fc.record({
    steps: fc.array(step, { minLength: steps[0], maxLength: steps[1], size: "max" }),
    answer: fc.integer({ min: 0, max: 400 }),
  });
  return fc.array(turn, { minLength: turns[0], maxLength: turns[1], size: "max" }).map(toHistory);
}

function toHistory(turns: readonly Turn[]): Conversation {
  const messages: Message[] = [];
  const add = (role: Role, part: Bare) => {
    const id = `m${messages.length}`;
    messages.push({ id, role, parts: [{ ...part, id: `${id}.0` } as Part] });
  };
  for (const [number, { steps, answer }] of turns.entries()) {
    add("user", { type: "text", text: `Prompt ${number}: go on` });
    for (const { tool, file, size, hasFailed } of steps) {
      const toolCallId = `c${messages.length}`;
      add("assistant", { type: "tool-call", toolCallId, toolName: tool, input: inputOf(tool, file) });
      const text = hasFailed ? `Error: no such thing as ${toolCallId}` : words(size, toolCallId);
      add("tool", {
        type: "tool-result",
        toolCallId,
        toolName: tool,
        output: [{ type: "text", text }],
        isError: hasFailed,
      });
    }
    if (number < turns.length - 1)
      add("assistant", { type: "text", text: `Answer ${number}: ${words(answer, "done")}` });
  }
  return { tools: [], messages };
}

type Bare = Part extends infer P ? (P extends Part ? Omit<P, "id"> : never) : never;

const inputOf = (tool: string, file: number) =>
  tool === "bash"
    ? { command: `ls ${file % 3} ${"x".repeat(120)}` }
    : { filePath: `/a/${file}.ts`, content: "line of text ".repeat(20) };

const words = (length: number, seed: string): string =>
  `${seed} some line of words\n`.repeat(length / 20 + 1).slice(0, length);

/** One turn of many steps after one typed prompt, as in most agent sessions. */
export const ONE_PROMPT = { turns: [1, 1], steps: [12, 40] } as const;
export const SOME_PROMPTS = { turns: [2, 6], steps: [2, 10] } as const;
