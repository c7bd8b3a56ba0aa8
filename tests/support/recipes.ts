import fs from "node:fs";
import path from "node:path";

/** A code block of CONTRIBUTING.md: an entire file, lines to insert next to existing ones, or commands. */
export type Block =
  | { readonly kind: "file"; readonly file: string; readonly text: string }
  | { readonly kind: "lines"; readonly file: string; readonly lines: readonly string[] }
  | { readonly kind: "commands"; readonly lines: readonly string[] };

export type Recipe = { readonly title: string; readonly blocks: readonly Block[] };

const FENCE = /^( *)```(\w+)\n([\s\S]*?)^\1```$/gm;

/** The recipes of CONTRIBUTING.md: each section that creates or changes a file. */
export function readRecipes(): Recipe[] {
  const sections = fs.readFileSync("CONTRIBUTING.md", "utf8").split(/^## /m).slice(1);
  return sections
    .map((section) => ({ title: section.split("\n")[0] ?? "", blocks: blocksOf(section) }))
    .filter(({ blocks }) => blocks.some(({ kind }) => kind !== "commands"));
}

function blocksOf(section: string): Block[] {
  return [...section.matchAll(FENCE)].map(([, indent = "", language = "", text = ""]): Block => {
    const lines = text
      .split("\n")
      .slice(0, -1)
      .map((line) => line.slice(indent.length));
    if (language === "sh") return { kind: "commands", lines };
    const [first = "", ...rest] = lines;
    if (language === "diff") return { kind: "lines", file: first, lines: rest };
    return { kind: "file", file: first.replace(/^\/\/ /, ""), text: `${rest.join("\n")}\n` };
  });
}

/** Applies a block to a checkout. Throws if a neighbouring line is not in the file, or occurs twice. */
export function applyBlock(checkout: string, block: Block): void {
  if (block.kind === "commands") return;
  const file = path.join(checkout, block.file);
  if (block.kind === "file") {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, block.text);
  } else fs.writeFileSync(file, withLines(fs.readFileSync(file, "utf8"), block));
}

/**
 * The text with a block's changes. Added lines come after the line that they follow in the block; if none precedes
 * them, also after `@@`, they come before the next line.
 */
export function withLines(text: string, { file, lines }: Extract<Block, { kind: "lines" }>): string {
  const result = text.split("\n");
  let waiting: string[] = [];
  let at = -1;
  for (const line of lines) {
    if (line === "@@") at = -1;
    else if (line.startsWith("-")) {
      at = placeOf(result, line.slice(1), file);
      result.splice(at--, 1);
    } else if (line.startsWith("+")) {
      if (at === -1) waiting.push(line.slice(1));
      else result.splice(++at, 0, line.slice(1));
    } else {
      at = placeOf(result, line.slice(1), file);
      result.splice(at, 0, ...waiting);
      at += waiting.length;
      waiting = [];
    }
  }
  return result.join("\n");
}

/** A line that ends with an ellipsis matches every line with that beginning. */
function placeOf(lines: readonly string[], wanted: string, file: string): number {
  const isIt = (line: string) => (wanted.endsWith("…") ? line.startsWith(wanted.slice(0, -1)) : line === wanted);
  const places = lines.flatMap((line, at) => (isIt(line) ? [at] : []));
  if (places.length !== 1)
    throw new Error(
      `CONTRIBUTING.md expects a line once: ${file} has ${JSON.stringify(wanted)} ${places.length} times`,
    );
  return places[0] as number;
}
