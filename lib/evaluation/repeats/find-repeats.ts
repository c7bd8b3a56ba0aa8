import { isTypedUser } from "../../conversation/message";
import { type ToolCallPart, type ToolResultPart, toolOutputText } from "../../conversation/part";
import { calledFiles, callFacts } from "../../tools/call-facts";
import { hasFailed } from "../../tools/failures/failure";
import type { FileOperation } from "../../tools/operations";
import { trailOf } from "../artifacts/read-trail";
import { pathEntity } from "../entities/classify-word";
import { callsById, findReportedErrors, taskOf } from "../error-retention";
import type { Evidence, Readers } from "../evidence";
import type { FutureStep } from "../future-step";
import type { Repeat } from "./repeat";

/** Each repeat after the cut, once. Linear in the original and the future. */
export const findRepeats = (evidence: Evidence, future: readonly FutureStep[], readers: Readers): readonly Repeat[] => [
  ...findRepeatedInstructions(evidence, future, readers),
  ...findRepeatedErrors(evidence, future, readers),
  ...findReadsForEdits(evidence, future, readers),
];

/** Shorter reports ("Exit code 1") can be equal without being the same error. */
const FEWEST_LETTERS = 20;

/** Calls that fail after the cut with the same error text as an earlier failure. If there are several, the first counts. */
function findRepeatedErrors(evidence: Evidence, future: readonly FutureStep[], readers: Readers): Repeat[] {
  const { blocks, original } = evidence;
  const calls = callsById(blocks);
  const before = new Map<string, number[]>();
  for (const { block } of findReportedErrors(evidence, readers)) {
    const part = blocks[block]?.part;
    const report = part?.type === "tool-result" ? reportOf(part, calls.get(part.toolCallId)) : null;
    if (report !== null) before.set(report, [...(before.get(report) ?? []), block]);
  }
  return future.flatMap(({ part }, step): Repeat[] => {
    if (part.type === "tool-call") calls.set(part.toolCallId, part);
    if (part.type !== "tool-result") return [];
    const call = calls.get(part.toolCallId);
    const report = hasFailed(part, call, original.tools) ? reportOf(part, call) : null;
    const same = report === null ? undefined : before.get(report);
    if (report === null || !same) return [];
    before.delete(report);
    return [{ kind: "error", blocks: same, step }];
  });
}

/** The call and its report with all numbers made equal, because times, lines and addresses differ between runs. */
function reportOf(result: ToolResultPart, call: ToolCallPart | undefined): string | null {
  const words = toolOutputText(result.output)
    .replace(/\b0x[0-9a-f]{1,16}\b|\d{1,20}/gi, "0")
    .replace(/\s+/g, " ")
    .trim();
  const task = taskOf(call);
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  return task === null || letters < FEWEST_LETTERS ? null : `${task}\n${words}`;
}

/** Two texts count as the same if at least this share of the longer one's six-word runs is in both. */
const SAME_SHARE = 0.8;
/**
 * Minimum number of six-word runs. Three runs take at least eight words. Shorter texts ("yes, go on with it") recur
 * with different meanings.
 */
const FEWEST_RUNS = 3;

/** Texts that the user typed before the cut and again, nearly verbatim, after it. */
function findRepeatedInstructions(
  { blocks }: Evidence,
  future: readonly FutureStep[],
  { wordingOf }: Readers,
): Repeat[] {
  const { holders, lengths } = typedTexts(blocks, wordingOf);
  const said = new Set<number>();
  return future.flatMap(({ part, isTyped }, step): Repeat[] => {
    if (!isTyped || part.type !== "text") return [];
    const runs = new Set(wordingOf(part).runs);
    const same = sameTexts(runs, holders, lengths).filter((block) => !said.has(block));
    for (const block of same) said.add(block);
    return same.length === 0 ? [] : [{ kind: "instruction", blocks: same, step }];
  });
}

/** By run: the blocks that contain it. A text typed several times counts at its first occurrence. */
function typedTexts(blocks: Evidence["blocks"], wordingOf: Readers["wordingOf"]) {
  const holders = new Map<number, number[]>();
  const lengths = new Map<number, number>();
  const texts = new Set<string>();
  for (const [index, { part, message }] of blocks.entries()) {
    if (part.type !== "text" || !isTypedUser(message) || (message.origin ?? "typed") !== "typed") continue;
    if (texts.has(part.text)) continue;
    texts.add(part.text);
    const runs = new Set(wordingOf(part).runs);
    lengths.set(index, runs.size);
    for (const run of runs) holders.get(run)?.push(index) ?? holders.set(run, [index]);
  }
  return { holders, lengths };
}

function sameTexts(
  runs: ReadonlySet<number>,
  holders: ReadonlyMap<number, readonly number[]>,
  lengths: ReadonlyMap<number, number>,
): number[] {
  if (runs.size < FEWEST_RUNS) return [];
  const shared = new Map<number, number>();
  for (const run of runs) for (const block of holders.get(run) ?? []) shared.set(block, (shared.get(block) ?? 0) + 1);
  const isSame = ([block, count]: readonly [number, number]) =>
    count >= SAME_SHARE * Math.max(runs.size, lengths.get(block) ?? 0);
  return [...shared].filter(isSame).map(([block]) => block);
}

/**
 * Files read again right before an edit, although a read before the cut shows long lines that the edit quotes. Reads
 * made outdated by the agent's own changes do not count. Each file counts once.
 */
function findReadsForEdits(evidence: Evidence, future: readonly FutureStep[], { spansOf }: Readers): Repeat[] {
  const readings = validReadings(evidence);
  const done = new Set<string>();
  const found: Repeat[] = [];
  let last: { readonly path: string; readonly step: number } | null = null;
  for (const [step, { part, isAgents }] of future.entries()) {
    if (!isAgents || part.type !== "tool-call") continue;
    const edited = onlyFile(part, evidence, "modified");
    if (edited !== null && edited === last?.path && !done.has(edited)) {
      const named = spansOf(part);
      const enough = (readings.get(edited) ?? []).filter((block) =>
        [...named].some((span) => evidence.spans.get(span)?.includes(block)),
      );
      if (enough.length > 0) found.push({ kind: "read-for-edit", blocks: enough, step: last.step });
    }
    if (edited !== null) done.add(edited);
    const read = callFacts(part, evidence.original.tools).showsFile ? onlyFile(part, evidence, "read") : null;
    last = read === null ? null : { path: read, step };
  }
  return found;
}

/** By path: result blocks that still show the file's current content, because no later call changed it. */
function validReadings(evidence: Evidence): ReadonlyMap<string, readonly number[]> {
  const results = new Map(
    evidence.blocks.flatMap(({ part }, block) => (part.type === "tool-result" ? [[part.toolCallId, block]] : [])),
  );
  const readings = new Map<string, number[]>();
  for (const { path, operation, block } of trailOf(evidence)) {
    const call = evidence.blocks[block]?.part;
    const result = call?.type === "tool-call" ? results.get(call.toolCallId) : undefined;
    if (operation !== "read") readings.delete(path);
    else if (result !== undefined) readings.set(path, [...(readings.get(path) ?? []), result]);
  }
  return readings;
}

/** The path of the only file that the call operates on; null if there is none or several. */
function onlyFile(call: ToolCallPart, { roots, original }: Evidence, wanted: FileOperation): string | null {
  const files = calledFiles(call, original.tools);
  const [file] = files;
  if (files.length !== 1 || file?.operation !== wanted) return null;
  return pathEntity(file.path, roots).key.slice("path:".length);
}
