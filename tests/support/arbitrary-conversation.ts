import fc from "fast-check";
import type { Conversation, Message } from "@/lib/conversation/message";
import type { Part } from "@/lib/conversation/part";

/** The kinds of stretches in a random history; the awkward ones occur in real logs. */
type Stretch =
  | { kind: "chat"; user: string; answer: string; isThought: boolean }
  | { kind: "user"; user: string }
  | { kind: "loop"; exchanges: Exchange[]; isSigned: boolean }
  | { kind: "orphan-result"; text: string }
  | { kind: "orphan-call" }
  | { kind: "empty"; role: "user" | "assistant"; hasText: boolean }
  | { kind: "script"; user: string; answer: string }
  | { kind: "reused-id"; text: string }
  | { kind: "repeated-result"; text: string };
type Exchange = {
  outputs: { text: string; isError: boolean; isCleared: boolean }[];
  split: boolean;
  interrupted: boolean;
  thought: boolean;
  uses: readonly Use[];
  hasImage: boolean;
  /** A client's reminder in the message with the results, if that is a user message. */
  hasReminder: boolean;
};
/** Inputs of calls; files are read and written more than once. */
type Use = "list" | "read" | "read-lines" | "write" | "plan" | "fetch";

const words = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 1, max: 900 }).map((n) => "line of some output 构建 ok\n".repeat(n % 90)),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 60 })
      .map((n) => JSON.stringify(Array.from({ length: n }, (_, i) => ({ Id: `c${i}`, Name: `n${i}`, Status: "up" })))),
  },
);
/** Contents that the crushers recognise. */
const LOG = Array.from({ length: 70 }, (_, i) => `2026-01-01 10:00:${i % 60} INFO step ${i}`).join("\n");
const DIFF = [
  "diff --git a/x b/x",
  "@@ -1,60 +1,60 @@",
  ...Array.from({ length: 60 }, (_, i) => ` same ${i}`),
  "+new",
].join("\n");
const SEARCH = Array.from({ length: 30 }, (_, i) => `src/file-${i % 3}.ts:${i}: const x = ${i};`).join("\n");
const ROWS = JSON.stringify(Array.from({ length: 40 }, (_, i) => ({ id: i, level: i % 9 === 0 ? "warn" : "info" })));
const contents = fc.constantFrom(LOG, DIFF, SEARCH, ROWS);
const outputs = fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: contents });
const text = outputs.map((value) => value || "x");
const exchange: fc.Arbitrary<Exchange> = fc.record({
  outputs: fc.array(fc.record({ text, isError: fc.boolean(), isCleared: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  split: fc.boolean(),
  interrupted: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  thought: fc.boolean(),
  uses: fc.array(fc.constantFrom<Use>("list", "read", "read-lines", "write", "plan", "fetch"), {
    minLength: 3,
    maxLength: 3,
  }),
  hasImage: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  hasReminder: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
});
/** Texts without spaces, with characters outside the basic plane, and with combined characters. */
const scripts = fc
  .tuple(
    fc.constantFrom(
      "我们决定使用数据库，因为测试失败了。",
      "データベースを使う。",
      "قررنا استخدام قاعدة",
      "👨‍👩‍👧‍👦🏽é𠮷",
      "한국어 문장입니다.",
    ),
    fc.integer({ min: 1, max: 300 }),
  )
  .map(([sentence, times]) => sentence.repeat(times));
const stretch: fc.Arbitrary<Stretch> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("chat" as const), user: text, answer: text, isThought: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("user" as const), user: text }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("loop" as const),
      exchanges: fc.array(exchange, { minLength: 1, maxLength: 6 }),
      isSigned: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("orphan-result" as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("orphan-call" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("empty" as const),
      role: fc.constantFrom("user" as const, "assistant" as const),
      hasText: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("script" as const), user: scripts, answer: scripts }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reused-id" as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("repeated-result" as const), text }) },
);

export type ArbitraryOptions = { readonly isClean?: boolean };

/**
 * Random histories: batches, interruptions, errors, signed thinking, images, cleared results, orphans, reused and repeated
 * ids, empty messages and other scripts. tests/lib/strategies/laws.test.ts counts them.
 */
export function arbitraryConversation({ isClean = false }: ArbitraryOptions = {}): fc.Arbitrary<Conversation> {
  const allowed = isClean
    ? stretch.filter(({ kind }) => kind === "chat" || kind === "user" || kind === "loop" || kind === "script")
    : stretch;
  return fc
    .record({
      system: fc.boolean(),
      stretches: fc.array(allowed, { maxLength: 10 }),
      isLive: fc.boolean(),
      asTool: fc.boolean(),
    })
    .map(({ system, stretches, isLive, asTool }) => {
      const builder = new Builder(asTool);
      if (system) builder.add("system", [{ type: "text", text: "rules" }]);
      builder.add("user", [{ type: "text", text: "the task" }]);
      for (const item of stretches) builder.addStretch(item);
      if (isLive) builder.addLive();
      return { tools: [], messages: builder.messages };
    });
}

type Bare = Part extends infer P ? (P extends Part ? Omit<P, "id"> : never) : never;

class Builder {
  readonly messages: Message[] = [];
  private calls = 0;

  constructor(private readonly asTool: boolean) {}

  add(role: Message["role"], parts: readonly Bare[]) {
    const id = `m${this.messages.length}`;
    this.messages.push({ id, role, parts: parts.map((part, index) => ({ ...part, id: `${id}.${index}` }) as Part) });
  }

  addStretch(item: Stretch) {
    if (item.kind === "chat") this.addChat(item);
    else if (item.kind === "user") this.add("user", [{ type: "text", text: item.user }]);
    else if (item.kind === "loop")
      item.exchanges.forEach((one, index) => {
        this.addExchange(one, item.isSigned && (index === 0 || one.thought));
      });
    else if (item.kind === "orphan-result") this.add(this.resultRole, [result("nowhere", item.text)]);
    else if (item.kind === "empty") this.add(item.role, item.hasText ? [{ type: "text", text: "" }] : []);
    else if (item.kind === "script")
      this.addChat({ user: item.user, answer: item.answer, kind: "chat", isThought: false });
    else if (item.kind === "orphan-call") this.add("assistant", [call(`open${this.calls++}`)]);
    else if (item.kind === "reused-id") for (const _ of [1, 2]) this.addPair("reused", item.text);
    else if (this.calls > 0) this.add(this.resultRole, [result(`c${this.calls - 1}`, item.text)]);
  }

  addLive() {
    this.add("assistant", [call("live-a"), call("live-b")]);
    this.add(this.resultRole, [result("live-a", "half of the answer")]);
  }

  private get resultRole() {
    return this.asTool ? "tool" : "user";
  }

  private addChat({ user, answer, isThought }: Extract<Stretch, { kind: "chat" }>) {
    this.add("user", [{ type: "text", text: user }]);
    const thought: Bare[] = isThought ? [{ type: "reasoning", text: "hm", signature: "s" }] : [];
    this.add("assistant", [...thought, { type: "text", text: answer }]);
  }

  private addPair(id: string, output: string) {
    this.add("assistant", [call(id)]);
    this.add(this.resultRole, [result(id, output)]);
  }

  private addExchange({ outputs, split, interrupted, uses, hasImage, hasReminder }: Exchange, isSigned: boolean) {
    const ids = outputs.map(() => `c${this.calls++}`);
    const thought: Bare[] = isSigned ? [{ type: "reasoning", text: "I think", signature: "s" }] : [];
    const calls = ids.map((id, index) => call(id, uses[index]));
    this.add("assistant", [...thought, { type: "text", text: "looking" }, ...calls]);
    if (interrupted) this.add("user", [{ type: "text", text: "wait" }, ...(hasImage ? [IMAGE] : [])]);
    const results = outputs.map((output, index) => {
      const text = output.isCleared ? "[Old tool result content cleared]" : output.text;
      const plain = result(ids[index] as string, text, output.isError);
      return hasImage && plain.type === "tool-result" ? { ...plain, output: [...plain.output, IMAGE] } : plain;
    });
    const reminder: Bare[] = hasReminder && !this.asTool ? [{ type: "text", text: "The todo list is empty." }] : [];
    if (split) for (const one of results) this.add(this.resultRole, [one]);
    else this.add(this.resultRole, [...results, ...reminder]);
  }
}

const IMAGE = { type: "file", mediaType: "image/png", byteLength: 68, data: "iVBORw0KGgo=" } as const;

const INPUTS: Record<Use, { toolName: string; input: Extract<Part, { type: "tool-call" }>["input"] }> = {
  list: { toolName: "bash", input: { command: "ls" } },
  read: { toolName: "Read", input: { file_path: "src/a.ts" } },
  "read-lines": { toolName: "Read", input: { file_path: "src/a.ts", offset: 5, limit: 20 } },
  write: {
    toolName: "Edit",
    input: { file_path: "src/a.ts", old_string: "one ".repeat(40), new_string: "two ".repeat(40) },
  },
  plan: { toolName: "TodoWrite", input: { todos: [{ content: "find the bug", status: "completed" }] } },
  fetch: { toolName: "web_fetch", input: { url: "https://example.org/page" } },
};
const call = (toolCallId: string, use: Use = "list"): Bare => ({ type: "tool-call", toolCallId, ...INPUTS[use] });
const result = (toolCallId: string, output: string, isError = false): Bare => ({
  type: "tool-result",
  toolCallId,
  output: [{ type: "text", text: output }],
  isError,
});
