import fs from "node:fs";
import path from "node:path";
import { dataDir } from "../process/settings";
import { followState } from "../store/follow-state";

/**
 * Versions before kept the whole of a conversation, imported or not, in one file of the server that got it: `otlp/<name>.jsonl`.
 * What is in it joins the session when more of the conversation comes, and then the file goes. While servers are upgraded one
 * after the other, one that still has the older version may write to it, or write it anew.
 */

type Named = { readonly name: string };

/** The name under which follow.json knows these files. It is no folder of a client. */
export const OTLP_ROOT = "otlp";
/** The path under which follow.json knows a conversation, by its hash. */
export const olderPath = ({ name }: Named): string => `${name}.jsonl`;

const placeOf = (file: string): string => path.join(dataDir(), "otlp", file);

/** A file of an older version, as long as it was when it was looked at. */
export type OlderFile = { readonly place: string; readonly bytes: number };

/** The file of an older version; null if this server has none of the conversation. */
export function findOlder(conversation: Named): OlderFile | null {
  const place = placeOf(olderPath(conversation));
  const bytes = fs.statSync(place, { throwIfNoEntry: false })?.size;
  return bytes === undefined ? null : { place, bytes };
}

/** As many bytes of the file as it had when it was looked at. It is opened when the first of them are asked for. */
export async function* readOlder({ place, bytes }: OlderFile): AsyncGenerator<Uint8Array> {
  if (bytes > 0) yield* fs.createReadStream(place, { end: bytes - 1 });
}

/** Removes the file, unless another server has written to it since it was looked at: then the next import reads it again. */
export function dropOlder({ place, bytes }: OlderFile): void {
  if (fs.statSync(place, { throwIfNoEntry: false })?.size === bytes) fs.rmSync(place, { force: true });
}

/** Removes those of a project that this server has, as far as follow.json says whose they are, and forgets them there. */
export function dropOlderOf(project: string): void {
  const state = followState();
  for (const entry of state.filesOf(OTLP_ROOT)) {
    if (entry.project !== project) continue;
    fs.rmSync(placeOf(entry.path), { force: true });
    state.forget(entry);
  }
}
