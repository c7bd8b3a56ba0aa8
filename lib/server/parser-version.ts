import { SESSION_VERSION } from "@/lib/transcript/session";

/** Bump when an importer or a derived file changes; raises the key of ImportedFile, so files are read anew. */
const DERIVED_VERSION = 17;

export const PARSER_VERSION = SESSION_VERSION * 1_000 + DERIVED_VERSION;
