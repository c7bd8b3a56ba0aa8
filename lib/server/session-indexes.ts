import type { SessionIndex } from "./derived";
import { processState } from "./process-state";

/** Where one session's derived file is. */
export type SessionPlace = { readonly id: string; readonly parserVersion: number };

/** Seek tables that stay in memory, by version and id. */
export const indexes = () => processState("session-indexes", () => new Map<string, SessionIndex>());

/** Call this when the derived file of a session changes. */
export const forgetIndex = (place: SessionPlace): boolean => indexes().delete(`${place.parserVersion}/${place.id}`);
