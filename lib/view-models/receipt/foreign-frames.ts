import { partText } from "../../conversation/part";
import type { Evidence, KnownEntity } from "../../evaluation/evidence";

/** A line of a stack trace in code that is not the project's: of Node, a package, Python's or Java's library, Rust's. */
const FOREIGN_FRAME =
  /^\s*(?:at\b.*(?:\bnode:|\bnode_modules[\\/]|\(internal\/|\[eval|<anonymous>|\/rustc\/)|at (?:java|javax|jdk|sun|org\.junit)\b|File ".*(?:site-packages|\/lib\/python\d|<frozen |<string>))/;

/** True if a name occurs only in such lines, so nobody needs it. Linear in the texts that hold it. */
export function isForeignFrame({ entity, blocks }: KnownEntity, evidence: Evidence): boolean {
  if (entity.kind !== "symbol" && entity.kind !== "path") return false;
  let lines = 0;
  for (const block of blocks) {
    const part = evidence.blocks[block]?.part;
    if (part?.type !== "tool-result") return false;
    for (const line of partText(part).split("\n")) {
      if (!line.includes(entity.text)) continue;
      if (!FOREIGN_FRAME.test(line)) return false;
      lines += 1;
    }
  }
  return lines > 0;
}
