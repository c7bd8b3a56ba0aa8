/**
 * Checks the receipts of ten compactions of the corpus against their logs, by plain text search: each missed
 * fact was in the prompt before the compaction and not after it, the agent wrote it at the given request, and
 * it came back at the given place; each file that was read again was read before and after; and prices add
 * up.
 *
 * node scripts/run-ts.mjs bench/accuracy/receipts.ts [--list] [--seed N] [--dump F]
 *
 * `--seed` sets the seed of the draw. `--dump` writes the receipts to a file, to be read next to the raw
 * rows.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import { partText } from "@/lib/conversation/part";
import { compactionPlaces } from "@/lib/replay/compaction-loss";
import { messagesOf, type PromptSpan, promptSpans } from "@/lib/transcript/context-at";
import type { Session, SessionMessage } from "@/lib/transcript/session";
import { receiptOfAnalysis } from "@/lib/view-models/receipt/receipt-of-analysis";
import { analyze } from "@/package/entries/index";
import { corpusRows, corpusSession, shuffled } from "../corpus-sessions";
import { percent, printTable } from "./print-table";

const WANTED = 10;
const { values } = parseArgs({
  options: { list: { type: "boolean", default: false }, seed: { type: "string" }, dump: { type: "string" } },
});
const isListed = values.list;

/** All text of a message: texts, inputs of calls, results. */
const textOf = ({ parts }: Pick<SessionMessage, "parts">): string =>
  parts.map((part) => (part.type === "tool-call" ? JSON.stringify(part.input) : partText(part))).join("\n");

/** The surroundings of a match in a text, for a person to read. */
const around = (text: string, word: string): string => {
  const at = text.indexOf(word);
  return at < 0 ? "" : text.slice(Math.max(0, at - 60), at + word.length + 40).replace(/\s+/g, " ");
};

/**
 * The text to look for: a path's last two segments, because logs write paths relative to several folders;
 * otherwise the entire text.
 */
const needle = (kind: string, value: string): string =>
  kind === "path" ? value.split(/[/\\]/).filter(Boolean).slice(-2).join("/") : value;

type Check = { good: number; of: number; readonly failed: string[] };
const check = (): Check => ({ good: 0, of: 0, failed: [] });

function note(into: Check, holds: boolean, what: string): void {
  into.of += 1;
  if (holds) into.good += 1;
  else into.failed.push(what);
}

type Checks = Record<"before" | "gone" | "written" | "back" | "read" | "price", Check>;

function checkReceipt(session: Session, receipt: CompactionAnswer, into: Checks): void {
  const own = session.responses.flatMap((response, index) => (response.agent === receipt.agent ? [index] : []));
  const spans = promptSpans(session);
  const spanAt = (request: number) => spans[own[request] as number] as PromptSpan;
  const promptText = (request: number) => messagesOf(session, receipt.agent, spanAt(request)).map(textOf).join("\n");
  const answerText = (request: number) =>
    session.messages
      .slice(spanAt(request).end, own[request + 1] === undefined ? undefined : spanAt(request + 1).end)
      .filter(({ agent, role }) => agent === receipt.agent && role === "assistant")
      .map(textOf)
      .join("\n");
  const place = compactionPlaces(session, receipt.agent)[receipt.index];
  const last = spanAt(receipt.before.request);
  const whole = { ...last, end: Math.max(last.end, place?.atMessage ?? 0) };
  const before = messagesOf(session, receipt.agent, whole).map(textOf).join("\n");
  const after = promptText(receipt.after.request);
  for (const fact of receipt.missed) {
    const text = needle(fact.kind, fact.value);
    const what = `${fact.kind} ${fact.value} (#${fact.first_used.request + 1})`;
    note(into.before, before.includes(text) || JSON.stringify(before).includes(text), what);
    note(into.gone, !after.includes(text), `${what}: ${around(after, text)}`);
    const last = text.split(/[/.]/).at(-1) ?? text;
    note(into.written, answerText(fact.first_used.request).includes(last), what);
    if (fact.seen_again) note(into.back, promptText(fact.seen_again.request).includes(last), what);
  }
  for (const { path, request } of receipt.rereads.first) {
    const name = path.split("/").at(-1) ?? path;
    note(into.read, before.includes(name) && answerText(request).includes(name), path);
  }
  const tokens = receipt.rereads.first.reduce((sum, reread) => sum + reread.tokens, 0);
  const { cost, losses, loss_count } = receipt;
  const listed = losses.reduce((sum, loss) => sum + (loss.cost ?? 0), 0);
  const paid = cost?.reread.amount ?? 0;
  const isSum = losses.length < loss_count ? listed <= paid + 1e-9 : Math.abs(listed - paid) < 1e-9;
  note(into.price, tokens === receipt.rereads.tokens && isSum, "the sum");
  if (cost !== null)
    note(
      into.price,
      Math.abs(
        cost.net.amount -
          (cost.requests * cost.saved_per_request.amount - cost.rewrite.amount - cost.summary.amount - paid),
      ) < 1e-6,
      "net",
    );
}

const rows: (string | number | null)[][] = [];
const checks: Checks = {
  before: check(),
  gone: check(),
  written: check(),
  back: check(),
  read: check(),
  price: check(),
};
/** One per repository first, so that no project dominates. */
const seen = new Map<string, number>();
const dumped: object[] = [];
const compacted = corpusRows(({ compactions }) => compactions > 0);
for (const row of values.seed === undefined ? compacted : shuffled(compacted, Number(values.seed))) {
  const { id, repo } = row;
  if (rows.length >= WANTED) break;
  if ((seen.get(repo) ?? 0) >= 2) continue;
  const session = await corpusSession(row);
  if (session === null) continue;
  const index = compactionPlaces(session, "main").findIndex(
    (place) => place !== null && place.untilAt - place.afterAt > 10,
  );
  if (index < 0) continue;
  const receipt = receiptOfAnalysis(await analyze(session), "main", index);
  if (receipt.missed.length === 0) continue;
  seen.set(repo, (seen.get(repo) ?? 0) + 1);
  dumped.push({ id, files: row.files, index, receipt });
  checkReceipt(session, receipt, checks);
  const { needed, missed, rereads, refetch } = receipt;
  rows.push([
    id,
    repo,
    needed ? needed.facts - needed.kept : null,
    missed.length,
    rereads.files,
    refetch.kind === "known" ? Number(refetch.usd.toFixed(3)) : null,
  ]);
}
if (values.dump !== undefined) writeFileSync(values.dump, JSON.stringify(dumped));
printTable(
  "Receipts of the corpus",
  ["session", "repository", "needed and gone", "missed in all", "files read again", "US dollars"],
  rows,
);
const NAMES: Record<keyof Checks, string> = {
  before: "was in the earlier prompt",
  gone: "is not in the prompt after the compaction",
  written: "was written by the agent at that request",
  back: "came back where the receipt says",
  read: "file was read on both sides",
  price: "sums and prices agree",
};
printTable(
  "What holds",
  ["statement", "checked", "true", "share"],
  Object.entries(checks).map(([name, { good, of }]) => [
    NAMES[name as keyof Checks],
    of,
    good,
    percent(good / Math.max(1, of)),
  ]),
);
if (isListed)
  for (const [name, { failed }] of Object.entries(checks))
    if (failed.length > 0) console.log(`\n${name}:\n${failed.map((line) => `- ${line}`).join("\n")}`);
