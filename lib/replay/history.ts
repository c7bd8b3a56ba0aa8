import type { Conversation, Message } from "../conversation/message";
import type { Part } from "../conversation/part";
import type { Gap, PromptSpan } from "../transcript/prompt-spans";
import type { Session, SessionMessage } from "../transcript/session";

/** What a request adds to the previous prompt. */
export type Growth = {
  readonly added: readonly SessionMessage[];
  /** What a rewind removed; null without one. */
  readonly left: Change | null;
};

/** A change of the prompt: removed and new parts, and the tokens of the common prefix. */
export type Change = {
  readonly gone: readonly Part[];
  readonly fresh: readonly Part[];
  readonly prefixTokens: number;
};

/** A policy's prompt, grown message by message. Its size is updated incrementally. */
export class History {
  #messages: Message[] = [];
  /** Tokens of each message; `#tokens` is their sum. */
  #sizes: number[] = [];
  #tokens = 0;
  #next = 0;
  /** A message other than the system prompt has been appended. */
  #hasBegun = false;
  readonly #seen = new Set<Gap>();

  constructor(
    readonly session: Session,
    readonly agent: string,
    readonly tokensOf: (part: Part) => number,
  ) {}

  /** Tokens of the messages. */
  get tokens(): number {
    return this.#tokens;
  }
  get conversation(): Conversation {
    return { tools: this.session.tools, messages: this.#messages };
  }

  /**
   * Appends the log's messages up to the request and removes those abandoned by a rewind. Ignores the log's own
   * compactions, and omits a summary if the log has what it replaced.
   */
  growTo({ end, gaps }: Pick<PromptSpan, "end" | "gaps">): Growth {
    const added: SessionMessage[] = [];
    for (; this.#next < end; this.#next += 1) {
      const message = this.session.messages[this.#next];
      if (!message || message.agent !== this.agent || message.isHidden) continue;
      if (message.origin === "summary" && this.#hasBegun) continue;
      this.#hasBegun ||= message.role !== "system";
      added.push(message);
      this.#append(message, this.#sizeOf(message.parts));
    }
    const branches = this.#newBranches(gaps);
    return { added, left: branches.length === 0 ? null : this.#leave(branches) };
  }

  /** Replaces the messages. They keep their order and, if edited, their ids; the same object means no change. */
  replace({ messages }: Conversation): Change {
    const [before, sizes] = [this.#messages, this.#sizes];
    const gone: Part[] = [];
    const fresh: Part[] = [];
    const prefixTokens = this.sharedTokens({ messages });
    const left = new LeftMessages(before, messages, gone);
    [this.#messages, this.#sizes, this.#tokens] = [[], [], 0];
    for (const message of messages) {
      const at = left.indexOf(message);
      const old = before[at];
      if (old !== message) compareParts(old?.parts ?? [], message.parts, gone, fresh);
      this.#append(message, old === message ? (sizes[at] as number) : this.#sizeOf(message.parts));
    }
    left.finish();
    return { gone, fresh, prefixTokens };
  }

  #append(message: Message, tokens: number): void {
    this.#messages.push(message);
    this.#sizes.push(tokens);
    this.#tokens += tokens;
  }

  /** Tokens of the messages up to the first difference. */
  sharedTokens({ messages }: Pick<Conversation, "messages">): number {
    let [at, tokens] = [0, 0];
    for (; at < messages.length && this.#messages[at] === messages[at]; at += 1) tokens += this.#sizes[at] as number;
    return tokens + this.#sizeOf(leadingParts(this.#messages[at], messages[at]));
  }

  /** The branches since the last call. Gaps are a linked list growing at its head, so a known gap ends the new ones. */
  #newBranches(gaps: Gap | null): Gap[] {
    const branches: Gap[] = [];
    for (let gap = gaps; gap && !this.#seen.has(gap); gap = gap.before) {
      this.#seen.add(gap);
      if (gap.kind === "branch") branches.push(gap);
    }
    return branches;
  }

  /** Removes the messages of abandoned branches. Matches them by id, because an edited message keeps its id. */
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

/** Walks the old messages along with the new ones, in order. An old message whose id no new one has is gone. */
class LeftMessages {
  #at = 0;
  #ids: ReadonlySet<string> | null = null;

  constructor(
    readonly before: readonly Message[],
    readonly after: readonly Message[],
    readonly gone: Part[],
  ) {}

  /** Index of the old message with this id; past the end if it is new. */
  indexOf(message: Message): number {
    if (!this.#isNext(message)) this.#skipGone();
    if (!this.#isNext(message)) return this.before.length;
    this.#at += 1;
    return this.#at - 1;
  }

  finish(): void {
    for (; this.#at < this.before.length; this.#at += 1) this.gone.push(...(this.before[this.#at] as Message).parts);
  }

  #isNext(message: Message): boolean {
    const next = this.before[this.#at];
    return next === message || next?.id === message.id;
  }

  #skipGone(): void {
    this.#ids ??= new Set(this.after.map(({ id }) => id));
    for (let next = this.before[this.#at]; next && !this.#ids.has(next.id); next = this.before[this.#at]) {
      this.gone.push(...next.parts);
      this.#at += 1;
    }
  }
}

function compareParts(before: readonly Part[], after: readonly Part[], gone: Part[], fresh: Part[]): void {
  for (const part of before) if (!after.includes(part)) gone.push(part);
  for (const part of after) if (!before.includes(part)) fresh.push(part);
}

/** The leading parts common to an edited message before and after. */
function leadingParts(before: Message | undefined, after: Message | undefined): readonly Part[] {
  if (!before || !after || before.id !== after.id || before.role !== after.role) return [];
  const first = before.parts.findIndex((part, index) => after.parts[index] !== part);
  return first < 0 ? before.parts : before.parts.slice(0, first);
}
