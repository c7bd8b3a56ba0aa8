const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Tracks fenced code in a text, because markers inside it are content. Source:
 * https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export class Fence {
  /** The marks that opened the current block; null outside of a block. */
  private open: string | null = null;
  /** How many lines were fences so far. */
  count = 0;
  private longest = 0;

  get isOpen(): boolean {
    return this.open !== null;
  }

  /**
   * False if blocks are ambiguous: earlier versions of SpecStory put three marks around any content, including other fences,
   * so that the closing fence cannot be determined.
   */
  get isClear(): boolean {
    return this.longest > 3 || this.count <= 2;
  }

  /** True when the line is a fence. */
  read(line: string): boolean {
    const [, marks, rest = ""] = FENCE.exec(line) ?? [];
    if (marks === undefined) return false;
    if (this.open === null) this.open = marks;
    else if (marks.startsWith(this.open) && rest.trim() === "") this.open = null;
    else if (marks.length < this.open.length) return false;
    this.longest = Math.max(this.longest, marks.length);
    this.count += 1;
    return true;
  }
}
