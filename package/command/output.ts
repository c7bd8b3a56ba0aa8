import { visibleJson, visibleLine, visibleText } from "@/lib/exporters/visible-text";

/**
 * A command's result goes to standard output, everything else to standard error. Both may be a terminal, so commands
 * write only through here, where control characters in logs and names are made visible.
 */
export const print = (text: string): void => writeOut(ended(visibleText(text)));

/** Prints JSON of any kind. */
export const printJsonText = (json: string): void => writeOut(ended(visibleJson(json)));

export const printJson = (value: unknown): void => printJsonText(JSON.stringify(value, null, 2));

/** Prints a file: unchanged into a pipe or a file, as visible text on a terminal. */
export const printFile = (bytes: Buffer): void =>
  writeOut(process.stdout.isTTY ? visibleText(bytes.toString("utf8")) : bytes);

/** For clients that read the whole output: no line break at the end. */
export const printPiece = (text: string): void => writeOut(visibleText(text));

/** Reports progress or an error. */
export const progress = (text: string): void => void process.stderr.write(`${visibleText(text)}\n`);

/**
 * Names what is being read, on a terminal only: an agent that calls the command would mistake the line for a result.
 */
export const readingNow = (name: string): void => {
  if (process.stderr.isTTY) progress(`reading ${name} …`);
};

const writeOut = (content: string | Buffer): void => void process.stdout.write(content);
const ended = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

/** A sentence for the user instead of a stack trace, with the exit code: 1 = the work failed, 2 = the call is wrong. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** Aligned columns under their headers; numbers are right-aligned. */
export function table(heads: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(visibleLine));
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? "").length)));
  const isNumber = heads.map((_, column) =>
    rows.every((row) => /^[-–~$≥≤]?[\d.,–-]/.test(row[column] ?? "") || row[column] === "unknown"),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [heads, ...rows].map(line).join("\n");
}

/** All of standard input, which must not be a terminal: a command silently waiting for input looks broken. */
export async function readInput(example: string): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw new Refusal(`nothing to read: send a body on standard input, for example\n  ${example}`, 2);
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
