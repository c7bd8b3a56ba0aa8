import * as z from "zod";
import { named } from "./fields";

const hashes = z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(1_000);

/** Body of POST /api/imports/known. */
export const knownBody = z.strictObject({
  sha256: hashes.min(1).describe("The SHA-256 of the bytes of each file, in hexadecimal; at most 1,000."),
});

/** The answer of POST /api/imports/known. */
export const knownAnswer = named("KnownContents", "Which files the library has, so that they need not be sent.", {
  known: hashes.describe("Those of the hashes whose file was imported, with its session in the library or in the bin."),
});
