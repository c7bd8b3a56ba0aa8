/** Approximate number of 11 px Latin letters that fit to the right of a replay's charts. */
export const MAX_LETTERS = 27;

/** A Chinese character is as wide as two letters. */
const lettersOf = (character: string): number => (character > "\u2e7f" ? 2 : 1);
const widthOf = (text: string): number => [...text].reduce((sum, character) => sum + lettersOf(character), 0);

/** The text, or as much of it as fits before an ellipsis; `room` in Latin letters. */
export function cutToRoom(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let left = room - 1;
  const kept = [...text].findIndex((character) => {
    left -= lettersOf(character);
    return left < 0;
  });
  return `${[...text].slice(0, kept).join("")}…`;
}
