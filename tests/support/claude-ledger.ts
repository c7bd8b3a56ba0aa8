import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Part } from "@/lib/conversation/part";
import { partText } from "@/lib/conversation/part";
import type { CapturedBlock, CapturedPrompt, Session } from "@/lib/transcript/session";
import { diskFile } from "./transcript-file";

/** A request as received by a scenario's model server; see the README in the scenarios' folder. */
export type LedgerRow = {
  readonly kind: "main" | "sub" | "side" | "compaction";
  readonly model: string;
  readonly status: number;
  readonly total: number;
  readonly kinds: Readonly<Record<string, number>>;
  /** Kind, tokens, hash, name, and 1 if the request marks it for the cache. */
  readonly blocks: readonly (readonly [string, number, string, string, number])[];
  readonly usage: {
    readonly total: number;
    readonly read: number;
    readonly write: number;
    readonly input: number;
    readonly output: number;
  };
};

/** The transcript of a scenario with its sub-agents, and its ledger. */
export function readScenario(folder: string) {
  const [main] = readdirSync(folder).filter((name) => /^[0-9a-f-]{36}\.jsonl$/.test(name));
  if (main === undefined) throw new Error(`no transcript in ${folder}`);
  const beside = path.join(folder, main.replace(".jsonl", ""), "subagents");
  const others = existsSync(beside) ? readdirSync(beside).map((name) => path.join(beside, name)) : [];
  const lines = readFileSync(path.join(folder, "ledger.jsonl"), "utf8").trim().split("\n");
  return {
    files: [path.join(folder, main), ...others].map(diskFile),
    ledger: lines.map((line) => JSON.parse(line) as LedgerRow),
  };
}

/** Tokens that only compaction calls sent, because the client does not log their instruction. */
export function unloggedTokens(ledger: readonly LedgerRow[]): number {
  const [asked, others] = [
    ledger.filter(({ kind }) => kind === "compaction"),
    ledger.filter(({ kind }) => kind !== "compaction"),
  ];
  const logged = new Set(others.flatMap(({ blocks }) => blocks.map(([, , hash]) => hash)));
  const own = asked.flatMap(({ blocks }) => blocks.filter(([, , hash]) => !logged.has(hash)));
  return own.reduce((sum, [, tokens]) => sum + tokens, 0);
}

/** A block as stored in the ledger; `text` is the hashed text. */
export type SentBlock = {
  readonly kind: string;
  readonly text: string;
  readonly hash: string;
  readonly isMarked: boolean;
};

/** What a request sent according to the session, in the ledger's terms. */
export function sentBlocks({ captured, messages }: Session, prompt: CapturedPrompt): SentBlock[] {
  if (!captured) return [];
  const parts = new Map(messages.flatMap((message) => message.parts.map((part) => [part.id, part] as const)));
  const marked = new Set(prompt.marks.map(({ block }) => block));
  const found: SentBlock[] = [];
  for (let at = prompt.leaf; at !== -1; at = captured.blocks[at]?.parent ?? -1) {
    const block = captured.blocks[at] as CapturedBlock;
    const entry = captured.texts[block.text];
    if (block.kind === "parameters" || entry === undefined) continue;
    const part = "part" in entry ? parts.get(entry.part) : undefined;
    const [kind, text] = part ? ofPart(part, block) : ofText("text" in entry ? entry.text : "", block);
    const hash = createHash("sha256").update(`${kind}\0${text}`).digest("hex").slice(0, 16);
    found.push({ kind, text, hash, isMarked: marked.has(at) });
  }
  return found.reverse();
}

function ofPart(part: Part, block: CapturedBlock): [string, string] {
  if (part.type === "tool-call") return ["call", part.toolName + JSON.stringify(part.input)];
  if (part.type === "tool-result") return ["result", resultText(part)];
  if (part.type === "reasoning") return ["reasoning", part.text];
  return [kindOf(block), partText(part)];
}

const joined = (content: unknown): string =>
  typeof content === "string"
    ? content
    : (content as { text?: string }[]).map(({ text }) => text ?? "[image]").join("");

/** The ledger stores an image as a placeholder word. */
const resultText = ({ output }: Extract<Part, { type: "tool-result" }>): string =>
  output.map((block) => (block.type === "text" ? block.text : "[image]")).join("");

function ofText(text: string, block: CapturedBlock): [string, string] {
  if (block.run === "tool-call") {
    const { name, input } = JSON.parse(text) as { name: string; input: unknown };
    return ["call", name + JSON.stringify(input)];
  }
  if (block.run === "tool-result") return ["result", joined((JSON.parse(text) as { content: unknown }).content)];
  return [kindOf(block), text];
}

const kindOf = ({ kind, role }: CapturedBlock): string =>
  kind !== "message" ? kind : role === "system" ? "system-message" : role === "assistant" ? "assistant" : "user";
