import type { Crushed } from "./crusher";

/** The wanted lines in order, with counts of omitted lines; null if no line is omitted. */
export function keepLines(lines: readonly string[], wanted: ReadonlySet<number>): Crushed | null {
  if (wanted.size >= lines.length) return null;
  const written: string[] = [];
  let omitted = 0;
  const close = () => {
    if (omitted > 0) written.push(`[${omitted} lines omitted]`);
    omitted = 0;
  };
  lines.forEach((line, index) => {
    if (!wanted.has(index)) omitted += 1;
    else {
      close();
      written.push(line);
    }
  });
  close();
  return { text: written.join("\n"), kept: wanted.size, total: lines.length, unit: "lines" };
}
