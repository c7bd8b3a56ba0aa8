/** A piece of text in a file of the program, and its replacement while tests run. */
export type Change = {
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
};
