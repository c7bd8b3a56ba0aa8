import { type Say, sentence } from "@/lib/wording/say";

/** Sentences with values in them, as templates for recognising the texts of `lib/advice/settings`. */
export const SETTING_SENTENCES: readonly string[] = [
  sentence("{client} compacts at {tokens} tokens at the latest."),
  sentence("{client} does not accept a trigger below {least}."),
  sentence("{client} has no setting for this strategy."),
];

const ABOUT_FLOOR = /(?:^| )The prompt size after a run cannot be set in ([^.]+)\.$/;

/** A setting's note in the reader's language: what the client documents, and what remains open. */
export function settingNote(note: string, say: Say): string {
  const client = ABOUT_FLOOR.exec(note)?.[1];
  if (client === undefined) return say.known(note);
  const own = note.replace(ABOUT_FLOOR, "");
  const floor = say("The prompt size after a run cannot be set in {client}.", { client: say.known(client) });
  return own === "" ? floor : `${say.known(own)} ${floor}`;
}
