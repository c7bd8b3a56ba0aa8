import type { PromptBlock, PromptBlocks } from "../formats/prompt-blocks";
import type { CapturedBlock, CapturedPrompt, CapturedPrompts } from "../transcript/session";

/** Records prompts as they were sent; blocks that they have in common are stored once. */
export class PromptRecorder {
  private readonly blocks: CapturedBlock[] = [];
  private readonly texts: ({ part: string } | { text: string })[] = [];
  private readonly textIndex = new Map<string, number>();
  private readonly blockIndex = new Map<string, number>();

  /** `partOf`: the part of the session with the same content as the block at a position, if there is one. */
  add(prompt: PromptBlocks, partOf: (at: number) => string | null): CapturedPrompt {
    let parent = -1;
    const path = prompt.blocks.map((block, at) => {
      parent = this.block(parent, block, this.text(block.text, partOf(at)));
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

  private block(parent: number, { text: _, ...block }: PromptBlock, text: number): number {
    const key = `${parent} ${text} ${block.kind} ${block.role ?? ""} ${block.message ?? ""}`;
    const known = this.blockIndex.get(key);
    if (known !== undefined) return known;
    this.blockIndex.set(key, this.blocks.length);
    return this.blocks.push({ parent, ...block, text }) - 1;
  }
}
