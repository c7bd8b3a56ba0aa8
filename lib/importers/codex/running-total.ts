import type { SessionDraft } from "../session-draft";

/** The running total at one report, and the number of messages before its row. */
type Mark = { readonly total: number; readonly messages: number };

/** A part of the prompt was dropped: the messages from `keptUntil` to `atMessage`. */
export type FellBack = { readonly keptUntil: number; readonly atMessage: number };

/**
 * The running total of a thread. It may fall back without a row that says why: to exactly its value after an earlier call, plus
 * the current call. The prompt then falls back to that call too, so the messages since are no longer in it. (Measured in 0.135:
 * 2,681,744 falls to 255,539 = 209,487 + 46,052, and the prompt from 75,676 to 45,812.)
 */
export class RunningTotal {
  private marks: Mark[] = [];

  constructor(private readonly draft: SessionDraft) {}

  /** Notes the total after a call that added `added` to it; null unless the total fell back. */
  note({ now, added }: { readonly now: number; readonly added: number }): FellBack | null {
    const { messages } = this.draft;
    const last = this.marks.at(-1);
    const then = last && now < last.total ? this.marks.findLastIndex(({ total }) => total === now - added) : -1;
    const back = this.marks[then];
    if (back) this.marks.length = then + 1;
    this.marks.push({ total: now, messages: messages.length });
    if (!last || !back) return null;
    return { keptUntil: this.behindResults(back.messages), atMessage: this.behindResults(last.messages) };
  }

  /** Forgets the calls before a compaction, to which the total cannot fall back. */
  forget() {
    this.marks = [];
  }

  /** The place after the results of a call: until version 0.130 they come after its report. */
  private behindResults(at: number): number {
    let end = at;
    while (this.draft.messages[end]?.role === "tool") end += 1;
    return end;
  }
}
