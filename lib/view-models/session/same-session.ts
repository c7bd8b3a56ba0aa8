import type { SameSession } from "../../api/schemas/session";
import { nameClient } from "../../read-models/library-item";
import { RECORDING_FORMAT } from "../../transcript/copies";
import { english, type Say } from "../../wording/say";

export type SameSessionLine = {
  readonly sentences: readonly string[];
  readonly links: readonly { readonly id: string; readonly label: string }[];
};

/** The line on a session's page about other files of the same session; null if there are none. */
export function sameSessionLine(
  format: string,
  others: readonly SameSession[],
  say: Say = english,
): SameSessionLine | null {
  if (others.length === 0) return null;
  const counts = others.some((other) => other.counts)
    ? say("Totals use that file's copy of the session.")
    : say("Totals count the session once, using the copy on this page.");
  return {
    sentences: [sentenceOf(format, others, say), counts],
    links: others.map((other, at) => ({ id: other.id, label: labelOf(other, at, others, say) })),
  };
}

function sentenceOf(format: string, others: readonly SameSession[], say: Say): string {
  if (others.some(isRecording))
    return say("This session is also recorded: exact prompts, tools and cache marks are in the recording.");
  if (format === RECORDING_FORMAT)
    return say("The client logged this session too: titles and turns that were not recorded are in its log.");
  return say("This session is also in another file.");
}

const isRecording = ({ format }: SameSession): boolean => format === RECORDING_FORMAT;

function labelOf(other: SameSession, at: number, others: readonly SameSession[], say: Say): string {
  const name = isRecording(other)
    ? say("Open the recording")
    : say("Open the log of {client}", { client: nameClient(other.format) });
  const isAlone = others.filter(({ format }) => format === other.format).length === 1;
  return isAlone ? name : `${name} ${at + 1}`;
}
