import type { SourceLocation } from "../conversation/part";

/** The place of something that is not in any file, or whose place does not matter. */
export const NOWHERE: SourceLocation = { file: 0, line: 0, byteOffset: 0, byteLength: 0 };

/** A row's line, with a position if the line contains earlier rows, so that ids made from it are unique. */
export const lineOf = ({ line, row }: Pick<SourceLocation, "line" | "row">): string =>
  row === undefined ? `${line}` : `${line}_${row}`;

/** A row's place among all files. */
export const placeOf = (source: SourceLocation): string => `${source.file}.${lineOf(source)}`;
