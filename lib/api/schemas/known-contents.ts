import * as z from "zod";
import { named } from "./fields";

const hashes = z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(1_000);

/** Body of POST /api/imports/known. */
export const knownBody = z.strictObject({
  sha256: hashes.min(1).describe("The SHA-256 of the bytes of each file, in hexadecimal; at most 1,000."),
});

/** The answer to POST /api/imports/known. */
export const knownAnswer = named("KnownContents", "The files that the library already has and need not be sent.", {
  known: hashes.describe("Hashes of imported files with a session in the library or the bin."),
});
