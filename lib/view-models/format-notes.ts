type Notes = { readonly limitations: readonly string[]; readonly unchecked: string | null };

/** Sentences about the limits of a session's format; none where it has no limits. */
export function noteSentences({ limitations, unchecked }: Notes): readonly string[] {
  return unchecked === null ? limitations : [...limitations, uncheckedSentence(unchecked)];
}

const uncheckedSentence = (unchecked: string) =>
  `Not checked against a real file: ${unchecked}. It was read by what others have written about the format.`;

/** What copying a shape is for, and where to send it: to the issue tracker, if it has an address. */
export function shapeAdvice(issueAddress: string | null): string {
  const place = issueAddress === null ? "in the place where you got Winnow" : `at ${issueAddress}`;
  return `The shape of this file is its keys and the types of its values, without any content. Look through it first. Open an issue ${place} and paste the shape there: with it, the format can be read better.`;
}
