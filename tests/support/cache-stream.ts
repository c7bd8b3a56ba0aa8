import type { CacheRequest } from "@/lib/cache/cache-request";
import { PrefixTree, type Segment } from "@/lib/requests/prefix-tree";

/**
 * Requests drawn as rows of blocks. A block is a name and its tokens (`A:500`), by default one token; the same name is
 * the same bytes. Marks after a block: `|` a breakpoint, `|h` one of an hour, `~` an assistant's message, `c` a tool
 * call, `r` a result; blocks joined by `+` are in one message. `at=<seconds>` `took=<seconds>` `model=<name>`
 * `agent=<name>` come first.
 */
export function drawRequests(rows: readonly string[], tree = new PrefixTree()): CacheRequest[] {
  return rows.map((row, index) => drawRequest(row, index, tree));
}

const MARKS = /(\|h?|~|@c|@r)*$/;

function drawRequest(row: string, index: number, tree: PrefixTree): CacheRequest {
  const words = row.trim().split(/\s+/);
  const settings = Object.fromEntries(words.filter((word) => word.includes("=")).map((word) => word.split("=")));
  const model = (settings.model as string | undefined) ?? null;
  const breakpoints: { node: CacheRequest["leaf"]; ttl: number | null }[] = [];
  let leaf = tree.root(model ?? "");
  for (const word of words.filter((entry) => !entry.includes("="))) {
    for (const [at, block] of word.split("+").entries()) {
      const marks = block.match(MARKS)?.[0] ?? "";
      leaf = tree.extend(leaf, segmentOf(block.slice(0, block.length - marks.length), marks, at > 0));
      if (marks.includes("|")) breakpoints.push({ node: leaf, ttl: marks.includes("|h") ? 3600 : 300 });
    }
  }
  const start = settings.at === undefined ? null : Number(settings.at);
  return {
    index,
    agent: (settings.agent as string | undefined) ?? "main",
    model,
    isFirstOfChain: index === 0,
    leaf,
    head: null,
    answer: null,
    breakpoints: breakpoints.length > 0 ? breakpoints : null,
    ttl: null,
    tail: 0,
    ...(start !== null && { startedAt: iso(start), endedAt: iso(start + Number(settings.took ?? 0)) }),
    output: null,
    usage: null,
  };
}

function segmentOf(block: string, marks: string, continues: boolean): Segment {
  const [name = "", tokens = "1"] = block.split(":");
  const run = marks.includes("@c") ? "tool-call" : marks.includes("@r") ? "tool-result" : null;
  const role = marks.includes("~") || run === "tool-call" ? "assistant" : run === "tool-result" ? "tool" : "user";
  const kind = name.startsWith("sys") ? "system" : "message";
  return {
    id: name,
    kind,
    hash: name,
    tokens: Number(tokens),
    role,
    ...(continues && { continues }),
    ...(run !== null && { run }),
  };
}

const iso = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

/** `n` blocks of one token each: a1 … an. */
export const blocks = (name: string, from: number, to: number, tokens = 1): string =>
  Array.from({ length: to - from + 1 }, (_, offset) => `${name}${from + offset}:${tokens}`).join(" ");
