import type { Failure } from "../conversation/errors";

type ImportFailureCode =
  | "empty-file"
  | "not-a-transcript"
  | "unsupported-encoding"
  | "too-large"
  | "too-deep"
  | "binary"
  | "damaged-archive"
  | "damaged-store"
  | "cancelled";

export type ImportFailure = Failure & { readonly code: ImportFailureCode };

export const CANCELLED: ImportFailure = { code: "cancelled", message: "The import was cancelled; nothing was stored." };

/** A sentence with its values. The interface finds its Chinese by the sentence without them. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);

export const tooLarge = (what: string): ImportFailure => ({
  code: "too-large",
  message: fill("The file is too large: {what}. Split it into smaller files.", { what }),
});
