import type { Conversation } from "../conversation/message";
import type { Part } from "../conversation/part";
import type { Session, SessionMessage } from "../transcript/session";

/** The prompt that a policy sends, grown message by message; its size is known without adding it up again. */
export class History {
  #messages: Conversation["messages"][number][] = [];
  #tokens = 0;
  #next = 0;

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

  /** Appends what the log has up to message `end`; summaries of the log's own compactions are left out. */
  growTo(end: number): SessionMessage[] {
    const added: SessionMessage[] = [];
    for (; this.#next < end; this.#next += 1) {
      const message = this.session.messages[this.#next];
      if (!message || message.agent !== this.agent || message.isHidden || message.origin === "summary") continue;
      added.push(message);
      this.#messages.push(message);
      this.#tokens += this.#sizeOf([message]);
    }
    return added;
  }

  replace({ messages }: Conversation): void {
    this.#messages = [...messages];
    this.#tokens = this.#sizeOf(messages);
  }

  #sizeOf(messages: Conversation["messages"]): number {
    let sum = 0;
    for (const { parts } of messages) for (const part of parts) sum += this.tokensOf(part);
    return sum;
  }
}
