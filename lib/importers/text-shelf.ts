/**
 * Stores the long texts of a session outside of memory until they are needed. A session of a hundred megabytes consists
 * mostly of such texts, and each is used only briefly.
 */
export type TextShelf = {
  /**
   * Moves the long texts of a part (at any depth) to the shelf. The part works as before while the shelf is open, but
   * every access to such a text reads it again.
   */
  rest(part: object): void;
};
