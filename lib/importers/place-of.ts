import type { SourceLocation } from "../conversation/part";

/** A row's line; of a further row in the same line with its position, so that ids made from it are unique. */
export const lineOf = ({ line, row }: Pick<SourceLocation, "line" | "row">): string =>
  row === undefined ? `${line}` : `${line}_${row}`;

/** A row's place among all files. */
export const placeOf = (source: SourceLocation): string => `${source.file}.${lineOf(source)}`;
