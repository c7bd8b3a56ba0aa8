import fs from "node:fs";

const OPEN_FILES = "/proc/self/fd";

/** Only Linux tells a process which files it has open. */
export const tellsDescriptors = fs.existsSync(OPEN_FILES);

/** How many descriptors this process has open on files whose path begins so. */
export function countDescriptors(prefix: string): number {
  return fs.readdirSync(OPEN_FILES).filter((number) => targetOf(number).startsWith(prefix)).length;
}

function targetOf(number: string): string {
  try {
    return fs.readlinkSync(`${OPEN_FILES}/${number}`);
  } catch {
    return ""; // closed since it was listed
  }
}
