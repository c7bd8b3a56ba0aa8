import { type Part, partText } from "../../conversation/part";
import type { View } from "../grammar/view";
import { canGo, MIN_NEEDLESS } from "./winnow-candidates";
import { type Candidate, RANK } from "./winnow-plan";
import { HEAD_TOKENS } from "./winnow-put-aside";

/** A part whose text an earlier part shows unchanged. */
export type Copy = Candidate & { readonly of: Part };

type Holder = { readonly part: Part; copiedIn: number | null };

/** Finds outputs that repeat an earlier one, while walking over the history. */
export class Copies {
  readonly #holders = new Map<string, Holder>();
  readonly #byPart = new Map<Part, Holder>();
  #seen = 0;

  constructor(readonly view: View) {}

  /**
   * Copies among the entries up to `end`, which arrived with this request. If the first part with a text is
   * gone, the text counts as new.
   */
  readTo(end: number, request: number, gone: ReadonlySet<Part>): Copy[] {
    const entries = this.view.entries();
    const found: Copy[] = [];
    for (; this.#seen < end; this.#seen += 1) {
      const at = this.#seen;
      const part = entries[at]?.part;
      if (!part || !this.#isOutput(part)) continue;
      const text = partText(part);
      const holder = this.#holders.get(text);
      if (!holder || gone.has(holder.part)) this.#hold(text, part);
      else {
        holder.copiedIn = request;
        const facts = { part, of: holder.part, at, knownAt: at, rank: RANK.needless, tokensLeft: HEAD_TOKENS };
        if (!this.view.protectedIds().has(part.id)) found.push({ ...facts, reason: "equal-copy", isCopy: true });
      }
    }
    return found;
  }

  /** The request that last repeated the part; null if none did. */
  copiedIn = (part: Part): number | null => this.#byPart.get(part)?.copiedIn ?? null;

  #hold(text: string, part: Part): void {
    const holder = { part, copiedIn: null };
    this.#holders.set(text, holder);
    this.#byPart.set(part, holder);
  }

  #isOutput = (part: Part): boolean =>
    part.type === "tool-result" && partText(part).length >= MIN_NEEDLESS && canGo(part, this.view);
}
