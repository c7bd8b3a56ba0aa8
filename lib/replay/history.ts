import type { Conversation, Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import type { Gap, PromptSpan } from "../transcript/prompt-spans";
import type { Session, SessionMessage } from "../transcript/session";

/** What a request adds to the prompt of the one before. */
export type Growth = {
  readonly added: readonly SessionMessage[];
  /** What a rewind left behind; null when nothing was taken back. */
  readonly left: Change | null;
};

/** Another prompt in place of the one before: what differs, and what both begin with. Compared by identity. */
export type Change = {
  readonly removed: readonly Message[];
  readonly added: readonly Message[];
  readonly prefixTokens: number;
};

/** The prompt that a policy sends, grown message by message; its size is known without adding it up again. */
export class History {
  #messages: Message[] = [];
  /** Tokens in front of each message, and of all of them. */
  #sums: number[] = [0];
  #next = 0;
  readonly #seen = new Set<Gap>();

  constructor(
    readonly session: Session,
    readonly agent: string,
    readonly tokensOf: (part: Part) => number,
  ) {}

  /** Tokens of the messages. */
  get tokens(): number {
    return this.#sums.at(-1) as number;
  }
  get conversation(): Conversation {
    return { tools: this.session.tools, messages: this.#messages };
  }

  /**
   * Appends what the log has up to the request and takes back what a rewind left behind. The log's own compactions are
   * not followed, and their summaries are left out.
   */
  growTo({ end, gaps }: Pick<PromptSpan, "end" | "gaps">): Growth {
    const added: SessionMessage[] = [];
    for (; this.#next < end; this.#next += 1) {
      const message = this.session.messages[this.#next];
      if (!message || message.agent !== this.agent || message.isHidden || message.origin === "summary") continue;
      added.push(message);
      this.#messages.push(message);
      this.#sums.push(this.tokens + this.#sizeOf(message.parts));
    }
    const branches = this.#newBranches(gaps);
    return { added, left: branches.length === 0 ? null : this.#leave(branches) };
  }

  /** Work is in proportion to what stands between the first and the last difference. */
  replace({ messages }: Conversation): Change {
    const before = this.#messages;
    const most = Math.min(before.length, messages.length);
    let start = 0;
    while (start < most && before[start] === messages[start]) start += 1;
    let same = 0;
    while (same < most - start && before.at(-1 - same) === messages.at(-1 - same)) same += 1;
    const removed = before.slice(start, before.length - same);
    const added = messages.slice(start, messages.length - same);
    const prefixTokens = (this.#sums[start] as number) + this.#sizeOf(leadingParts(removed[0], added[0]));
    this.#messages = [...messages];
    this.#sums.length = start + 1;
    for (const { parts } of messages.slice(start)) this.#sums.push(this.tokens + this.#sizeOf(parts));
    return { removed, added, prefixTokens };
  }

  /** Gaps are a list that grows at its head, so one that was seen ends the new ones. */
  #newBranches(gaps: Gap | null): Gap[] {
    const branches: Gap[] = [];
    for (let gap = gaps; gap && !this.#seen.has(gap); gap = gap.before) {
      this.#seen.add(gap);
      if (gap.kind === "branch") branches.push(gap);
    }
    return branches;
  }

  /** A message that was edited keeps its id. */
  #leave(branches: readonly Gap[]): Change | null {
    const ids = new Set<string>();
    for (const gap of branches) for (const { id } of this.session.messages.slice(gap.start, gap.end)) ids.add(id);
    const messages = this.#messages.filter(({ id }) => !ids.has(id));
    return messages.length === this.#messages.length ? null : this.replace({ tools: [], messages });
  }

  #sizeOf(parts: readonly Part[]): number {
    let sum = 0;
    for (const part of parts) sum += this.tokensOf(part);
    return sum;
  }
}

/** What an edited message still begins with. */
function leadingParts(before: Message | undefined, after: Message | undefined): readonly Part[] {
  if (!before || !after || before.id !== after.id || before.role !== after.role) return [];
  const first = before.parts.findIndex((part, index) => after.parts[index] !== part);
  return first < 0 ? before.parts : before.parts.slice(0, first);
}
