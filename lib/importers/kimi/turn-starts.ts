import { asObject, asText, type JsonObject } from "../../formats/json-fields";

/**
 * Where the prompts of an agent begin, to which an undo can go back. Messages that the client put before a prompt for it alone
 * are undone with it. Source: MoonshotAI/kimi-code, contextMemory/contextOps.ts and conversationTime.ts (2026-08-22).
 */
export class TurnStarts {
  private starts: number[] = [];
  /** Messages injected right before the current place, each with its prompt. */
  private injected: { readonly at: number; readonly owner: string }[] = [];

  /** `index`: the index of the message in the session. */
  note(message: JsonObject, index: number) {
    const origin = asObject(message.origin);
    const owner = origin?.kind === "injection" ? asText(origin.ownerPromptId) : null;
    if (owner !== null) this.injected.push({ at: index, owner });
    if (origin?.kind === "injection") return;
    if (isPrompt(message, origin)) this.starts.push(this.firstOf(asText(message.id)) ?? index);
    this.injected = [];
  }

  /** Index of the first message that is undone; null when there are fewer prompts, in which case the client keeps all. */
  undo(count: number): number | null {
    const start = count > 0 ? this.starts.at(-count) : undefined;
    if (start === undefined) return null;
    this.starts.splice(-count);
    this.injected = [];
    return start;
  }

  /**
   * Forgets all prompts, because an undo cannot go back before a summary. Returns the place at which the history starts again:
   * 0.
   */
  clear(): number {
    this.starts = [];
    this.injected = [];
    return 0;
  }

  private firstOf(prompt: string | null): number | undefined {
    return prompt === null ? undefined : this.injected.find(({ owner }) => owner === prompt)?.at;
  }
}

function isPrompt(message: JsonObject, origin: JsonObject | null): boolean {
  if (message.role !== "user") return false;
  if (origin === null || origin.kind === "user") return true;
  const isCommand = origin.kind === "skill_activation" || origin.kind === "plugin_command";
  return isCommand && origin.trigger === "user-slash";
}
