import { asArray, asObject, type JsonObject } from "../../formats/json-fields";
import { type PromptBlock, readPromptBlocks } from "../../formats/prompt-blocks";
import type { CapturedBlock, CapturedPrompt, CapturedPrompts } from "../../transcript/session";
import { digestOf, sortedKeys } from "./digest";

type SentBlock = Pick<PromptBlock, "role" | "run"> & {
  readonly text: number;
  readonly parts: readonly string[] | null;
};

/** A message as sent, with its texts already stored. */
export type SentMessage = { readonly blocks: readonly SentBlock[] };

/** A message with its predecessors. Prompts with the same prefix share nodes. */
export type SentNode = {
  readonly index: number;
  readonly before: SentNode | null;
  readonly message: SentMessage;
  readonly next: Map<string, SentNode>;
  /** Last block of the prompt up to this message, by the index of the block after which the messages begin. */
  readonly lastBlock: Map<number, number>;
};

/** The start of a prompt: tools, system prompt and their last block. */
export type SentHead = {
  readonly last: number;
  readonly end: number;
  readonly system: readonly number[];
  readonly tools: readonly number[];
};

/** Collects a session's prompts as sent, storing shared content once. */
export class SentPrompts {
  private readonly blocks: CapturedBlock[] = [];
  private readonly texts: ({ part: string } | { text: string })[] = [];
  private readonly textIndex = new Map<string, number>();
  private readonly blockIndex = new Map<string, number>();
  private readonly heads = new Map<string, SentHead>();
  private readonly first = new Map<string, SentNode>();

  get captured(): CapturedPrompts | null {
    return this.blocks.length === 0 ? null : { blocks: this.blocks, texts: this.texts, isPartial: true };
  }

  /**
   * Tools, system prompt and parameters. `systemParts`: for each block of the system prompt, its part in the session.
   */
  head(shapeHash: string, shape: JsonObject, params: JsonObject, systemParts: readonly string[]): SentHead {
    const read = readPromptBlocks({ ...params, ...shape, messages: [] });
    const blocks = read?.blocks ?? [];
    const key = `${shapeHash} ${JSON.stringify(blocks.filter(({ kind }) => kind === "parameters"))}`;
    const known = this.heads.get(key);
    if (known) return known;
    const at = { system: [] as number[], tools: [] as number[] };
    let last = -1;
    const path = blocks.map((block) => {
      const part = block.kind === "system" ? systemParts[at.system.length] : undefined;
      const parts = part === undefined ? null : [part];
      const { text, ...draft } = block;
      last = this.block({ parent: last, ...draft, text: this.text(text, undefined, parts), ...(parts && { parts }) });
      if (block.kind === "system" || block.kind === "tools") at[block.kind].push(last);
      return last;
    });
    const head = { last, end: path[read?.head ?? -1] ?? -1, ...at };
    this.heads.set(key, head);
    return head;
  }

  /**
   * A message of a request. Its digest ignores the order of keys, which differs between rows and requests. `parts`: for
   * each block, the session's parts with the same content.
   */
  message(sent: JsonObject, parts: readonly (readonly string[] | null)[]): SentMessage {
    const blocks = readPromptBlocks({ messages: [sortedKeys(sent)] })?.blocks ?? [];
    return {
      blocks: blocks.map(({ role, run, text }, at): SentBlock => {
        const told = parts[at] ?? null;
        return { ...(role && { role }), ...(run && { run }), text: this.text(text, run, told), parts: told };
      }),
    };
  }

  /** The message with this digest after another one. */
  node(before: SentNode | null, digest: string, message: SentMessage): SentNode {
    const siblings = before?.next ?? this.first;
    const known = siblings.get(digest);
    if (known) return known;
    const index = before === null ? 0 : before.index + 1;
    const node = { index, before, message, next: new Map(), lastBlock: new Map() };
    siblings.set(digest, node);
    return node;
  }

  /** A prompt: its head, its last message, and the marks of the request. */
  prompt(head: SentHead, last: SentNode | null, marks: readonly unknown[]): CapturedPrompt {
    const leaf = this.lay(head.last, last);
    const placed = marks.flatMap((mark) => this.mark(head, last, asObject(mark)));
    return { leaf, head: head.end, marks: placed.sort((a, b) => a.block - b.block) };
  }

  private lay(head: number, last: SentNode | null): number {
    const fresh: SentNode[] = [];
    let at = last;
    for (; at !== null && !at.lastBlock.has(head); at = at.before) fresh.push(at);
    let block = at === null ? head : (at.lastBlock.get(head) as number);
    for (const node of fresh.reverse()) {
      const { blocks } = node.message;
      blocks.forEach(({ parts, ...draft }, index) => {
        const id = `message ${node.index + 1}${blocks.length > 1 ? ` block ${index + 1}` : ""}`;
        const own = { ...draft, kind: "message", id, message: `m${node.index}`, ...(parts && { parts }) } as const;
        block = this.block({ parent: block, ...own });
      });
      node.lastBlock.set(head, block);
    }
    return block;
  }

  private block(block: CapturedBlock): number {
    const { parent, text, kind, role = "", message = "" } = block;
    const key = `${parent} ${text} ${kind} ${role} ${message}`;
    const known = this.blockIndex.get(key);
    if (known !== undefined) return known;
    this.blockIndex.set(key, this.blocks.length);
    return this.blocks.push(block) - 1;
  }

  /** Stores a text. If it equals one part, apart from the JSON around it, only a reference to the part is stored. */
  private text(text: string, run: PromptBlock["run"], parts: readonly string[] | null): number {
    const key = text.length <= SHORT ? text : digestOf(text);
    const known = this.textIndex.get(key);
    if (known !== undefined) return known;
    this.textIndex.set(key, this.texts.length);
    const [part, another] = parts ?? [];
    const isOfPart = part !== undefined && another === undefined && (run !== undefined || !text.startsWith(REMINDER));
    return this.texts.push(isOfPart ? { part } : { text }) - 1;
  }

  private mark(
    head: SentHead,
    last: SentNode | null,
    mark: JsonObject | null,
  ): { block: number; ttl: number | null }[] {
    const [where, index, , offset] = asArray(mark?.path) ?? [];
    const value = asObject(mark?.value);
    const ttl = value?.ttl === "1h" ? 3600 : value?.ttl === "5m" ? 300 : null;
    const block =
      typeof index !== "number"
        ? undefined
        : where === "messages"
          ? this.blockOf(head, last, index, offset)
          : inHead(head, where)[index];
    return block === undefined ? [] : [{ block, ttl }];
  }

  private blockOf(head: SentHead, last: SentNode | null, index: number, offset: unknown): number | undefined {
    let node = last;
    while (node !== null && node.index > index) node = node.before;
    const end = node?.lastBlock.get(head.last);
    if (node === null || node.index !== index || end === undefined) return undefined;
    let block = end;
    const back = node.message.blocks.length - 1 - (typeof offset === "number" ? offset : 0);
    for (let step = 0; step < back; step += 1) block = this.blocks[block]?.parent ?? block;
    return block;
  }
}

/** Longer texts are distinguished by their digests. */
const SHORT = 64;
const REMINDER = "<system-reminder>";

const inHead = ({ system, tools }: SentHead, where: unknown): readonly number[] =>
  where === "system" ? system : where === "tools" ? tools : [];
