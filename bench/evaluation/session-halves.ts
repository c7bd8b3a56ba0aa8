/** Constants of Winnow's own strategy were chosen on one half of the sessions. Results are reported on both. */
export type Half = "tuned on" | "held out" | "all";

/** The half of a file: every second one in the order of their names. */
export function halfOf(file: string, files: readonly string[]): Exclude<Half, "all"> {
  return files.indexOf(file) % 2 === 0 ? "tuned on" : "held out";
}
