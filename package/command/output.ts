import { visibleJson, visibleLine, visibleText } from "@/lib/exporters/visible-text";

/**
 * What a command was asked for goes to standard output; everything else goes to standard error. Both may be a terminal, so no command
 * writes to them but through here, where control characters of logs and names are made visible.
 */
export const print = (text: string): void => writeOut(ended(visibleText(text)));

/** JSON of any kind, as text. */
export const printJsonText = (json: string): void => writeOut(ended(visibleJson(json)));

export const printJson = (value: unknown): void => printJsonText(JSON.stringify(value, null, 2));

/** A file: as it is if it goes on to a program or a file, as visible text on a terminal. */
export const printFile = (bytes: Buffer): void =>
  writeOut(process.stdout.isTTY ? visibleText(bytes.toString("utf8")) : bytes);

/** What a client takes whole, without a line break at its end. */
export const printPiece = (text: string): void => writeOut(visibleText(text));

/** Says how far the work is, or what went wrong. */
export const progress = (text: string): void => void process.stderr.write(`${visibleText(text)}\n`);

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

/** Rows under their heads, columns lined up; numbers stand right. */
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

/** All of standard input, which must not be a terminal: a command that waits for what nobody types looks broken. */
export async function readInput(example: string): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw new Refusal(`nothing to read: send a body on standard input, for example\n  ${example}`, 2);
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
