import { fill, type ImportFailure, tooLarge } from "../import-failure";

/**
 * A damaged or oversized archive, found while reading it. It is thrown because the stream's reader is far from the code
 * that opened it; `importTranscript` turns it into the failure that it contains.
 */
export class ArchiveFault extends Error {
  constructor(readonly failure: ImportFailure) {
    super(failure.message);
  }
}

export const damagedArchive = (what: string, reason: string) =>
  new ArchiveFault({
    code: "damaged-archive",
    message: fill("This {what} cannot be unpacked: {reason}. Create it again, or import the transcript inside it.", {
      what,
      reason,
    }),
  });

export const archiveTooLarge = (what: string) => new ArchiveFault(tooLarge(what));

/** The failure for a compression method that is not supported. */
export const unsupportedCompression = (what: string): ImportFailure => ({
  code: "unsupported-encoding",
  message: fill("This is {what}, which Winnow cannot unpack. Unpack it first and import the result.", { what }),
});
