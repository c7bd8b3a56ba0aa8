import fs from "node:fs";
import path from "node:path";
import { dataDir } from "../process/settings";
import { followState } from "../store/follow-state";

/**
 * Older versions kept a whole conversation, imported or not, in one file of the server that received it:
 * `otlp/<name>.jsonl`. Its content joins the session when more of the conversation arrives, and then the file is
 * removed. During a rolling upgrade, a server with the older version may still append to it or recreate it.
 */

type Named = { readonly name: string };

/** The root name of the older versions' files in follow.json. No client folder has it. */
export const OTLP_ROOT = "otlp";
/** The path of a conversation in follow.json, from its hash. */
export const olderPath = ({ name }: Named): string => `${name}.jsonl`;

const placeOf = (file: string): string => path.join(dataDir(), "otlp", file);

/** A file of an older version, with its size at the time of the check. */
export type OlderFile = { readonly place: string; readonly bytes: number };

/** The file of an older version; null if this server has none for the conversation. */
export function findOlder(conversation: Named): OlderFile | null {
  const place = placeOf(olderPath(conversation));
  const bytes = fs.statSync(place, { throwIfNoEntry: false })?.size;
  return bytes === undefined ? null : { place, bytes };
}

/** The first `bytes` bytes of the file. It is opened with the first read. */
export async function* readOlder({ place, bytes }: OlderFile): AsyncGenerator<Uint8Array> {
  if (bytes > 0) yield* fs.createReadStream(place, { end: bytes - 1 });
}

/** Removes the file, unless another server has written to it since the check: the next import then reads it again. */
export function dropOlder({ place, bytes }: OlderFile): void {
  if (fs.statSync(place, { throwIfNoEntry: false })?.size === bytes) fs.rmSync(place, { force: true });
}

/** Removes a project's older files on this server, if follow.json identifies them, and their entries there. */
export function dropOlderOf(project: string): void {
  const state = followState();
  for (const entry of state.filesOf(OTLP_ROOT)) {
    if (entry.project !== project) continue;
    fs.rmSync(placeOf(entry.path), { force: true });
    state.forget(entry);
  }
}
