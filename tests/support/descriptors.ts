import fs from "node:fs";

const OPEN_FILES = "/proc/self/fd";

/** Only on Linux can a process list its open files. */
export const tellsDescriptors = fs.existsSync(OPEN_FILES);

/** How many descriptors this process has open on files with this path prefix. */
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
