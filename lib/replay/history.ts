import type { Conversation } from "../conversation/message";
import type { Part } from "../conversation/part";
import { type Gap, gapList, type PromptSpan } from "../transcript/prompt-spans";
import type { Session, SessionMessage } from "../transcript/session";

/** What a request adds to the prompt of the one before. */
export type Growth = {
  readonly added: readonly SessionMessage[];
  /** Tokens in front of the first message that a rewind left behind; null when nothing was taken back. */
  readonly keptTokens: number | null;
};

/** The prompt that a policy sends, grown message by message; its size is known without adding it up again. */
export class History {
  #messages: Conversation["messages"][number][] = [];
  #tokens = 0;
  #next = 0;
  readonly #left = new Set<Gap>();

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
      this.#tokens += this.#sizeOf([message]);
    }
    const branches = gapList(gaps).filter((gap) => gap.kind === "branch" && !this.#left.has(gap));
    return { added, keptTokens: branches.length === 0 ? null : this.#leave(branches) };
  }

  replace({ messages }: Conversation): void {
    this.#messages = [...messages];
    this.#tokens = this.#sizeOf(messages);
  }

  /** A message that was edited keeps its id. */
  #leave(branches: readonly Gap[]): number | null {
    const ids = new Set<string>();
    for (const gap of branches) {
      this.#left.add(gap);
      for (const { id } of this.session.messages.slice(gap.start, gap.end)) ids.add(id);
    }
    const first = this.#messages.findIndex(({ id }) => ids.has(id));
    if (first < 0) return null;
    const kept = this.#sizeOf(this.#messages.slice(0, first));
    this.replace({ tools: [], messages: this.#messages.filter(({ id }) => !ids.has(id)) });
    return kept;
  }

  #sizeOf(messages: Conversation["messages"]): number {
    let sum = 0;
    for (const { parts } of messages) for (const part of parts) sum += this.tokensOf(part);
    return sum;
  }
}
