import fs from "node:fs";
import path from "node:path";
import { log } from "./log";
import { dataDir } from "./settings";

/**
 * Moves a file or folder of the data directory to `quarantine/`, under the same path, and says so in the log. Nothing
 * there is ever read or removed by the program; a name that is taken gets a number.
 */
export function quarantine(relative: string, reason: string): void {
  const target = freeName(path.join(dataDir(), "quarantine", relative));
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.renameSync(path.join(dataDir(), relative), target);
  log().warn({ moved: relative, to: path.relative(dataDir(), target), reason }, "moved to the quarantine");
}

function freeName(wanted: string): string {
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? wanted : `${wanted}.${number}`;
    if (!fs.existsSync(name)) return name;
  }
}
