import fs from "node:fs";

/** The first bytes of a file as text. */
export function headOf(file: string, bytes: number): string {
  const descriptor = fs.openSync(file, "r");
  try {
    const head = Buffer.alloc(bytes);
    return head.toString("utf8", 0, fs.readSync(descriptor, head, 0, bytes, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}
