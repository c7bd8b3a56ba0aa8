import fs from "node:fs";
import path from "node:path";
import { headOf } from "../head-of-file";

/** Where a client keeps its own logs, and how the beginning of one names its session. */
export type OwnLogs = { readonly folder: string; readonly file: RegExp; readonly id: RegExp };

const HEAD_BYTES = 4_096;

/**
 * The client's only session whose logs were written to since a time, in milliseconds since 1970. Null if there are
 * several, for example because another window of the client was in use.
 */
export function loggedSince(since: number, { folder, file, id }: OwnLogs): string | null {
  const written = filesIn(folder).filter((name) => file.test(name) && fs.statSync(name).mtimeMs >= since);
  const ids = new Set(
    written.map((name) => id.exec(headOf(name, HEAD_BYTES))?.[1]).filter((found) => found !== undefined),
  );
  const [only] = ids;
  return ids.size === 1 && only !== undefined ? only : null;
}

const filesIn = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name))
    : [];
