import fc from "fast-check";
import type { Conversation, Message, Role } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";

type Bare = Part extends infer P ? (P extends Part ? Omit<P, "id"> : never) : never;

/** What one request of a coding agent added: calls with their results, or an answer and the next typed message. */
type Step =
  | { readonly kind: "calls"; readonly calls: readonly Call[]; readonly isThought: boolean }
  | { readonly kind: "turn"; readonly answer: number; readonly isThought: boolean };
type Call = {
  readonly use: "read" | "read-lines" | "read-two" | "edit" | "write" | "test";
  readonly file: number;
  readonly from: number;
  readonly lines: number;
  readonly isError: boolean;
};

const call: fc.Arbitrary<Call> = fc.record({
  use: fc.constantFrom("read", "read", "read-lines", "read-two", "edit", "write", "test"),
  file: fc.nat(3),
  from: fc.constantFrom(1, 10, 30),
  // Output sizes: some are below every limit, some above only the lower ones, some above all.
  lines: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 8, max: 16 })),
  isError: fc.nat(11).map((n) => n === 0),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("calls" as const),
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      isThought: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      answer: fc.constantFrom(1, 4, 200),
      isThought: fc.boolean(),
    }),
  },
);

/**
 * Sessions like those of coding agents: a few files are read fully or in part, edited and read again, tests run
 * repeatedly, with an occasional typed message. At most `steps` requests.
 */
export const codingSession = (steps = 30): fc.Arbitrary<Conversation> =>
  fc.array(step, { minLength: 3, maxLength: steps }).map((taken) => {
    const messages: Message[] = [];
    const add = (role: Role, parts: readonly Bare[]) => {
      const id = `m${messages.length}`;
      messages.push({ id, role, parts: parts.map((part, index) => ({ ...part, id: `${id}.${index}` }) as Part) });
    };
    add("user", [{ type: "text", text: "Make the tests pass." }]);
    for (const [index, one] of taken.entries()) addStep(one, index, add);
    return { tools: [], messages };
  });

function addStep(one: Step, index: number, add: (role: Role, parts: readonly Bare[]) => void): void {
  const thought: Bare[] = one.isThought ? [{ type: "reasoning", text: `Perhaps step ${index} helps.` }] : [];
  if (one.kind === "turn") {
    add("assistant", [...thought, { type: "text", text: `Done with step_${index}. `.repeat(one.answer) }]);
    add("user", [{ type: "text", text: `Now do part ${index}.` }]);
    return;
  }
  const ids = one.calls.map((_, at) => `c${index}-${at}`);
  add("assistant", [...thought, ...one.calls.map((call, at) => callPart(ids[at] as string, call))]);
  for (const [at, call] of one.calls.entries()) add("tool", [resultPart(ids[at] as string, call, index)]);
}

const pathOf = (file: number) => `src/file${file}.ts`;

function callPart(toolCallId: string, { use, file, from, lines }: Call): Bare {
  const file_path = pathOf(file);
  const made = (toolName: string, input: Extract<Bare, { type: "tool-call" }>["input"]): Bare => ({
    type: "tool-call",
    toolCallId,
    toolName,
    input,
  });
  if (use === "test") return made("bash", { command: "npm test" });
  if (use === "read-two") return made("read_many_files", { paths: [file_path, pathOf(file + 1)] });
  if (use === "edit") return made("Edit", { file_path, old_string: "one ", new_string: textOf(file, lines) });
  if (use === "write") return made("Write", { file_path, content: textOf(file, lines) });
  return made("Read", use === "read" ? { file_path } : { file_path, offset: from, limit: lines });
}

function resultPart(toolCallId: string, { use, file, lines, isError }: Call, index: number): Bare {
  const text = use === "edit" || use === "write" ? "The file has been written." : textOf(file + index * 7, lines);
  return { type: "tool-result", toolCallId, output: [{ type: "text", text }], isError };
}

const textOf = (seed: number, lines: number): string =>
  Array.from({ length: lines }, (_, n) => `export const value_${seed}_${n} = compute(${n}, "f${seed}-${n}");`).join(
    "\n",
  );

/** The history as sent by each request: before every assistant message, and in full. */
export function growthOf({ tools, messages }: Conversation): Conversation[] {
  const ends = messages.flatMap(({ role }, index) => (role === "assistant" && index > 0 ? [index] : []));
  return [...ends, messages.length].map((end) => ({ tools, messages: messages.slice(0, end) }));
}
