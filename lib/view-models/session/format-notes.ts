import { english, type Say } from "../../wording/say";

type Notes = { readonly limitations: readonly string[]; readonly unchecked: string | null };

/** Sentences about the limits of a session's format; empty if there are none. */
export function noteSentences({ limitations, unchecked }: Notes, say: Say = english): readonly string[] {
  const limits = limitations.map(say.known);
  return unchecked === null ? limits : [...limits, uncheckedSentence(say.known(unchecked), say)];
}

const uncheckedSentence = (unchecked: string, say: Say) =>
  say("Not checked against a real file: {unchecked}. The reader follows third-party descriptions of the format.", {
    unchecked,
  });

/**
 * Explains what a file's shape is for, and where to post it: in the issue tracker if its address is known, otherwise
 * where the reader got Winnow.
 */
export function shapeAdvice(issueAddress: string | null, say: Say = english): string {
  const place = issueAddress === null ? say("where you got Winnow") : say("at {address}", { address: issueAddress });
  return say(
    "The shape of this file is its keys and the types of its values, without any content. Check it, then open an issue {place} and paste it there, so that a later version can read this format better.",
    { place },
  );
}
