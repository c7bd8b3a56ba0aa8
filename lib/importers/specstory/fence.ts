const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Where a text stands with regard to fenced code: markers inside of it are content. https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export class Fence {
  /** The marks that opened the block that is open; null outside of one. */
  private open: string | null = null;
  /** How many lines were fences so far. */
  count = 0;
  private longest = 0;

  get isOpen(): boolean {
    return this.open !== null;
  }

  /**
   * Earlier versions of SpecStory put three marks around any content, also around other fences: then nobody can tell
   * which of them closes the block.
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
