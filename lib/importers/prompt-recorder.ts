import type { Part } from "../conversation/part";
import type { PromptBlock, PromptBlocks } from "../formats/prompt-blocks";
import type { CapturedBlock, CapturedPrompt, CapturedPrompts } from "../transcript/session";

/** Records prompts as they were sent, storing shared blocks once. */
export class PromptRecorder {
  private readonly blocks: CapturedBlock[] = [];
  private readonly texts: ({ part: string } | { text: string })[] = [];
  private readonly textIndex = new Map<string, number>();
  private readonly blockIndex = new Map<string, number>();

  /**
   * `partOf`: the session's part with the same content as the block at a position, if there is one. `told`: the parts
   * with the block's content, possibly in other bytes.
   */
  add(
    prompt: PromptBlocks,
    partOf: (at: number) => string | null,
    told: ReadonlyMap<number, readonly Part[]>,
  ): CapturedPrompt {
    let parent = -1;
    const path = prompt.blocks.map((block, at) => {
      const said = told.get(at);
      const parts = said === undefined ? {} : { parts: said.map(({ id }) => id) };
      parent = this.block(parent, block, this.text(block.text, partOf(at)), parts);
      return parent;
    });
    return {
      leaf: parent,
      head: path[prompt.head] ?? -1,
      marks: prompt.marks.map(({ at, ttl }) => ({ block: path[at] as number, ttl })),
    };
  }

  get recorded(): CapturedPrompts {
    return { blocks: this.blocks, texts: this.texts };
  }

  private text(text: string, part: string | null): number {
    const known = this.textIndex.get(text);
    if (known !== undefined) return known;
    this.textIndex.set(text, this.texts.length);
    return this.texts.push(part === null ? { text } : { part }) - 1;
  }

  private block(
    parent: number,
    { text: _, ...block }: PromptBlock,
    text: number,
    parts: Pick<CapturedBlock, "parts">,
  ): number {
    const key = `${parent} ${text} ${block.kind} ${block.role ?? ""} ${block.message ?? ""}`;
    const known = this.blockIndex.get(key);
    if (known !== undefined) return known;
    this.blockIndex.set(key, this.blocks.length);
    return this.blocks.push({ parent, ...block, text, ...parts }) - 1;
  }
}

/**
 * For each block of a prompt's messages, the part with its content. `partsOf`: the parts that a message of the prompt
 * became, by its place. An empty text has no part. A message with more or fewer parts than blocks is left out.
 */
export function toldBlocks(
  { blocks }: PromptBlocks,
  partsOf: (place: number) => readonly Part[] | null,
): Map<number, readonly Part[]> {
  const told = new Map<number, readonly Part[]>();
  const filled = new Map<string, number[]>();
  blocks.forEach(({ kind, message, text }, at) => {
    if (kind !== "message" || message === undefined) return;
    if (text === "") told.set(at, []);
    else filled.set(message, [...(filled.get(message) ?? []), at]);
  });
  for (const [message, places] of filled) {
    const parts = partsOf(Number(message.slice(1)));
    if (parts?.length !== places.length) continue;
    for (const [offset, at] of places.entries()) told.set(at, [parts[offset] as Part]);
  }
  return told;
}
