import type { SessionIndex } from "../files/derived";
import { processState } from "../process/process-state";

/** The location of one session's derived file. */
export type SessionPlace = {
  readonly id: string;
  readonly parserVersion: number;
  /** The id of the session's file row, which distinguishes states of the derived file. */
  readonly fileId: string;
};

type Held = { readonly fileId: string; readonly index: SessionIndex };

/** Seek tables in memory, by version and id. */
export const indexes = () => processState("session-indexes", () => new Map<string, Held>());

/** Call this when a session's derived file changes. */
export const forgetIndex = (place: Omit<SessionPlace, "fileId">): boolean =>
  indexes().delete(`${place.parserVersion}/${place.id}`);
