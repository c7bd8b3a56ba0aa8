/** A piece of text in a file of the program, and what takes its place while the tests are tried. */
export type Change = {
  readonly file: string;
  /** Text that is in the file once. */
  readonly from: string;
  readonly to: string;
};
