import type { DraftMessage } from "../session-draft";

/**
 * Finds the user messages that were typed. Codex writes an event beside each typed message; a message without one was injected,
 * whatever its text. In files without such events, the text alone decides.
 */
export class TypedPrompts {
  private readonly announced = new Set<string>();
  private latest: DraftMessage | null = null;
  private waiting = 0;

  noteMessage(message: DraftMessage) {
    if (message.origin !== "typed") return;
    this.latest = message;
    if (this.waiting === 0) return;
    this.waiting -= 1;
    this.confirm(message);
  }

  noteEvent() {
    if (this.latest) this.confirm(this.latest);
    else this.waiting += 1;
  }

  settle(messages: readonly DraftMessage[]) {
    if (this.announced.size === 0) return;
    for (const message of messages)
      if (message.origin === "typed" && !this.announced.has(message.id)) message.origin = "client";
  }

  private confirm(message: DraftMessage) {
    this.announced.add(message.id);
    this.latest = null;
  }
}
