import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import { sumKnown } from "../../transcript/usage";
import type { DraftResponse } from "../session-draft";

/**
 * Rows of this stream carry the usage from the start of an answer: its input is final, but its output is only the first few
 * tokens. The final output is in the end of the answer (`message_delta`, when partial messages are enabled) or in the `result`
 * of the turn; an output that neither confirms is unknown.
 */
export class OutputCounts {
  private from = 0;
  /** Output at the end of an answer, by message id; the last id is the one whose stream is open. */
  private readonly ended = new Map<string, number>();
  private streaming: string | null = null;

  constructor(private readonly responses: readonly DraftResponse[]) {}

  noteStreamEvent(event: JsonObject | null) {
    if (event?.type === "message_start") this.streaming = asText(asObject(event.message)?.id);
    const output = asCount(asObject(event?.usage)?.output_tokens);
    if (event?.type === "message_delta" && this.streaming !== null && output !== null)
      this.ended.set(this.streaming, output);
  }

  /**
   * The turn is over, and `usage` is the sum of all its calls. Returns the output that cannot be divided among the calls, if
   * any.
   */
  noteResult(usage: JsonObject | null, isMain: (response: DraftResponse) => boolean): number | null {
    const turn = this.responses.slice(this.from);
    this.from = this.responses.length;
    this.takeEnds(turn);
    const total = asCount(usage?.output_tokens);
    const main = turn.filter(isMain);
    const isConfirmed = total !== null && [turn, main].some((calls) => sumOf(calls) === total);
    if (isConfirmed) return null;
    const open = main.filter(({ id }) => !this.ended.has(id));
    const known = sumOf(main.filter(({ id }) => this.ended.has(id)));
    for (const response of turn) if (!this.ended.has(response.id)) setOutput(response, null);
    const [only, another] = open;
    if (!only || total === null || total < known) return null;
    if (another || turn.length > main.length) return total;
    setOutput(only, total - known);
    return null;
  }

  /** Handles a file that ends before its result. */
  finish() {
    const rest = this.responses.slice(this.from);
    this.takeEnds(rest);
    for (const response of rest) if (!this.ended.has(response.id)) setOutput(response, null);
  }

  private takeEnds(responses: readonly DraftResponse[]) {
    for (const response of responses) {
      const output = this.ended.get(response.id);
      if (output !== undefined) setOutput(response, output);
    }
  }
}

const sumOf = (responses: readonly DraftResponse[]) =>
  sumKnown(responses.map(({ usage }) => usage?.output ?? null)) ?? 0;

function setOutput(response: DraftResponse, output: number | null) {
  if (response.usage) response.usage = { ...response.usage, output };
}
