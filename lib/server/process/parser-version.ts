import { SESSION_VERSION } from "@/lib/transcript/session";

/** Increase this when an importer or a derived file changes. It is part of PARSER_VERSION, so all files are re-read. */
const DERIVED_VERSION = 77;

export const PARSER_VERSION = SESSION_VERSION * 1_000 + DERIVED_VERSION;
