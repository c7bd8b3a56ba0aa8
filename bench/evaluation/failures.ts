// Precision and recall of the failure detector on tool outputs of real sessions, which a person labelled by reading.
// Run: node scripts/run-ts.mjs bench/evaluation/failures.ts [--list] [--wrong]
// `--list` prints the sample with its surroundings, `--wrong` only the outputs that the detector judges differently.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { loadSharedSessions, NEWER_TRANSCRIPTS } from "@/bench/shared";
import { type ToolCallPart, type ToolResultPart, toolOutputText } from "@/lib/conversation/part";
import { callFacts } from "@/lib/tools/call-facts";
import { failureOf } from "@/lib/tools/failures/failure";
import type { SharedSession } from "@/tests/support/shared-transcripts";
import { printTable } from "../accuracy/print-table";

const LABELS = "bench/evaluation/labels/failures.tsv";
const SAMPLE = 130;
const SPEAKS_OF_FAILURE =
  /error|fail|exception|traceback|denied|refused|not found|no such|cannot|could not|invalid|fatal|panic|exit|timed? ?out|rejected|cancel|错误|失败|erreur|échec|FEHLER/i;

type Output = {
  /** The session's digest and the part's id, as in the labels. */
  readonly key: string;
  readonly order: string;
  readonly client: string;
  readonly result: ToolResultPart;
  readonly call: ToolCallPart | undefined;
  readonly text: string;
};

const sessions = [...(await loadSharedSessions()), ...(await loadSharedSessions(NEWER_TRANSCRIPTS))];
const outputs = sessions.flatMap(outputsOf).sort((a, b) => (a.order < b.order ? -1 : 1));
const labels = readLabels();

// Numbers of drawn outputs: from all; from those with a word about failure; and those labelled after the detector was
// written.
const any = draw(outputs, SAMPLE);
const spoken = draw(
  outputs.filter((output) => !any.includes(output) && SPEAKS_OF_FAILURE.test(output.text)),
  2 * SAMPLE,
);
const samples: readonly (readonly [string, readonly Output[]])[] = [
  ["of all outputs", any],
  ["of those that speak of a failure", spoken.slice(0, SAMPLE)],
  ["the same, held out", spoken.slice(SAMPLE)],
];
if (process.argv.includes("--list") || process.argv.includes("--wrong")) for (const [, sample] of samples) list(sample);
else printTable("Failures, judged by eye", headings(), samples.map(measure));

function outputsOf({ file, session }: SharedSession): Output[] {
  const digest = createHash("sha256").update(file).digest("hex").slice(0, 10);
  const parts = session.messages.flatMap((message) => message.parts);
  const calls = new Map(parts.flatMap((part) => (part.type === "tool-call" ? [[part.toolCallId, part]] : [])));
  return parts.flatMap((part) => {
    const text = part.type === "tool-result" ? toolOutputText(part.output) : "";
    if (part.type !== "tool-result" || text.trim() === "") return [];
    const order = createHash("sha256").update(`${file} ${part.id}`).digest("hex").slice(0, 10);
    const client = file.split("/")[0] ?? "";
    return [{ key: `${digest}\t${part.id}`, order, client, result: part, call: calls.get(part.toolCallId), text }];
  });
}

/** Takes outputs from every client in turn, in the order of hashes, so that the sample does not depend on the detector. */
function draw(from: readonly Output[], count: number): Output[] {
  const byClient = new Map<string, Output[]>();
  for (const output of from) byClient.set(output.client, [...(byClient.get(output.client) ?? []), output]);
  const chosen: Output[] = [];
  for (let round = 0; chosen.length < Math.min(count, from.length); round += 1)
    for (const own of byClient.values()) if (chosen.length < count && own[round]) chosen.push(own[round] as Output);
  return chosen;
}

/** `+` the call failed, `-` it did not, `?` the output cannot be read. The texts must not be part of the project. */
function readLabels(): Map<string, string> {
  if (!existsSync(LABELS)) return new Map();
  const lines = readFileSync(LABELS, "utf8").trim().split("\n");
  return new Map(lines.map((line) => [line.slice(0, -2), line.slice(-1)]));
}

function headings(): string[] {
  return ["sample", "labelled", "failed", "marked", "found", "right", "precision", "recall"];
}

function measure([title, sample]: readonly [string, readonly Output[]]): (string | number)[] {
  const labelled = sample.filter(({ key }) => /[+-]/.test(labels.get(key) ?? ""));
  const failed = labelled.filter(({ key }) => labels.get(key) === "+");
  const found = labelled.filter(({ result, call }) => failureOf(result, call).failed);
  const right = found.filter(({ key }) => labels.get(key) === "+");
  const marked = failed.filter(({ result }) => result.isError);
  const share = (of: readonly Output[]) =>
    of.length === 0 ? "–" : `${((100 * right.length) / of.length).toFixed(1)} %`;
  return [
    title,
    labelled.length,
    failed.length,
    marked.length,
    found.length,
    right.length,
    share(found),
    share(failed),
  ];
}

function list(sample: readonly Output[]) {
  for (const { key, client, result, call, text } of sample) {
    const { failed, basis, cue } = failureOf(result, call);
    const label = labels.get(key);
    if (process.argv.includes("--wrong") && (label === undefined || label === "?" || (label === "+") === failed))
      continue;
    const facts = call && callFacts(call);
    const about = oneLine(facts?.command ?? facts?.paths[0] ?? "").slice(0, 110);
    const verdict = `${label ?? " "} ${failed ? `${basis}: ${cue}` : "-"}`;
    console.log([key, client, verdict, call?.toolName ?? result.toolName, about, excerpt(text)].join("\t"));
  }
}

/** The output's beginning, the surroundings of its first word about failure, and its end. */
function excerpt(text: string): string {
  if (text.length < 450) return oneLine(text);
  const at = text.search(SPEAKS_OF_FAILURE);
  const middle = at > 230 && at < text.length - 190 ? ` … ${text.slice(at - 60, at + 130)} … ` : " … ";
  return oneLine(text.slice(0, 230) + middle + text.slice(-190));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
