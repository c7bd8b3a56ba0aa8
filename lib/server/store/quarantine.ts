import fs from "node:fs";
import path from "node:path";
import { log } from "../process/log";
import { dataDir } from "../process/settings";

/**
 * Moves a file or folder of the data directory to the same path in `quarantine/` and logs it. The program never reads
 * or removes anything there. A taken name gets a number. Does nothing if the file is gone, for example because another
 * project's import of the same bytes had it moved.
 */
export function quarantine(relative: string, reason: string): void {
  if (!fs.existsSync(path.join(dataDir(), relative))) return;
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
