/**
 * Where the long texts of a session rest from when they are read to when somebody asks for them: a session of a hundred
 * megabytes is mostly such texts, and each is needed for a moment at a time.
 */
export type TextShelf = {
  /**
   * Moves the long texts of a part (at any depth) to the shelf. The part looks and reads as before, for as long as the
   * shelf is open; only that each look at such a text reads it anew.
   */
  rest(part: object): void;
};
