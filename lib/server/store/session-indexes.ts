import type { SessionIndex } from "../files/derived";
import { processState } from "../process/process-state";

/** Where one session's derived file is. */
export type SessionPlace = {
  readonly id: string;
  readonly parserVersion: number;
  /** The row of its file, by which one state of the derived file is told from another. */
  readonly fileId: string;
};

type Held = { readonly fileId: string; readonly index: SessionIndex };

/** Seek tables that stay in memory, by version and id. */
export const indexes = () => processState("session-indexes", () => new Map<string, Held>());

/** Call this when the derived file of a session changes. */
export const forgetIndex = (place: Omit<SessionPlace, "fileId">): boolean =>
  indexes().delete(`${place.parserVersion}/${place.id}`);
