import { isTypedUser, type ToolDefinition } from "../conversation/message";
import { onceFor } from "../conversation/once-for";
import { partText, type ToolCallPart } from "../conversation/part";
import { choicesIn } from "../strategies/summaries/prose-facts";
import { callFacts } from "../tools/call-facts";
import { trailOf } from "./artifacts/read-trail";
import { callsById, findReportedErrors } from "./error-retention";
import type { Evidence, Readers } from "./evidence";
import type { Shown } from "./shown";
import { findState } from "./state-retention";
import { findStatements } from "./statements/find-statements";
import { contentWords } from "./statements/sentences";
import { bestShare, TOLD_AGAIN, type Windows, windowsOf } from "./statements/windows";

export type ProbeFamily = "recall" | "artifact" | "continuation" | "decision";
export const PROBE_FAMILIES: readonly ProbeFamily[] = ["recall", "artifact", "continuation", "decision"];

/** A question about the original with its known answer, for a judge or for a check without a model. */
export type Probe = {
  readonly family: ProbeFamily;
  readonly question: string;
  readonly gold: string;
  /** Index of the block that contains the answer. */
  readonly block: number;
};

const MAX_PER_FAMILY = 12;
const SUBJECT_CHARACTERS = 120;

/**
 * Questions from templates, about failures, files, open steps, decisions and instructions. Only the newest of each
 * family.
 */
const makeProbes = onceFor((evidence: Evidence, readers: Readers): readonly Probe[] => [
  ...recallProbes(evidence, readers),
  ...artifactProbes(evidence),
  ...continuationProbes(evidence),
  ...decisionProbes(evidence),
]);

const newest = (probes: readonly Probe[]): Probe[] =>
  [...new Map(probes.map((probe) => [probe.gold, probe])).values()].slice(-MAX_PER_FAMILY);

function recallProbes(evidence: Evidence, readers: Readers): Probe[] {
  const calls = callsById(evidence.blocks);
  const errors = findReportedErrors(evidence, readers).flatMap(({ block, keys: [key] }) => {
    const error = key === undefined ? undefined : evidence.entities.get(key)?.entity;
    const part = evidence.blocks[block]?.part;
    const call = part?.type === "tool-result" ? calls.get(part.toolCallId) : undefined;
    const question = `Which error did ${call ? callName(call, evidence.original.tools) : "a tool"} report?`;
    return error ? [{ family: "recall" as const, question, gold: error.text, block }] : [];
  });
  return newest(errors);
}

/** A call's subject, in the log's words. */
function callName(call: ToolCallPart, tools: readonly ToolDefinition[]): string {
  const { command, paths, url } = callFacts(call, tools);
  const subject = (command ?? paths[0] ?? url ?? "").replace(/\s+/g, " ").slice(0, SUBJECT_CHARACTERS);
  return subject === "" ? `a call of ${call.toolName}` : `${call.toolName} of "${subject}"`;
}

function artifactProbes(evidence: Evidence): Probe[] {
  const changed = trailOf(evidence).filter(({ operation }) => operation !== "read");
  return newest(
    changed.map(({ path, operation, block }) => ({
      family: "artifact",
      question: `Which files were ${operation}?`,
      gold: path,
      block,
    })),
  );
}

const CONTINUATION_QUESTIONS = {
  plan: "Which steps of the plan are still open?",
  tests: "What was the result of the last test run?",
  branch: "Which branch is checked out?",
  folder: "In which folder do commands run?",
  "edited-file": "Which files were edited last?",
  "open-question": "What did the user ask last?",
} as const;

const continuationProbes = (evidence: Evidence): Probe[] =>
  newest(
    findState(evidence).map(({ kind, text, block }) => ({
      family: "continuation",
      question: CONTINUATION_QUESTIONS[kind],
      gold: text,
      block,
    })),
  );

const decisionProbes = (evidence: Evidence): Probe[] =>
  newest(
    findStatements(evidence).map(({ kind, text, block }) => ({
      family: "decision",
      question:
        kind === "decision" ? "What was decided last, and why?" : "What did the user or the system ask for last?",
      gold: text,
      block,
    })),
  );

/**
 * True if the compressed conversation shows the answer: its block is kept, or a new text has all its words close
 * together.
 */
function isAnswerable({ gold, block }: Probe, evidence: Evidence, shown: Shown, windows: Windows): boolean {
  const part = evidence.blocks[block]?.part;
  if (part && shown.keptParts.has(part)) return true;
  return bestShare(contentWords(gold), windows) >= TOLD_AGAIN;
}

/** Choices in texts typed by a person or written by the agent, in addition to the statements that the measures use. */
function settledProbes({ blocks }: Evidence): Probe[] {
  const choices = blocks.flatMap(({ part, message }, block) => {
    const isTyped = isTypedUser(message);
    if (part.type !== "text" || !(isTyped || message.role === "assistant")) return [];
    return choicesIn(part.text, isTyped).map((gold) => ({ gold, block }));
  });
  const question = "What was decided last, and why?";
  return newest(choices.map((choice) => ({ family: "decision", question, ...choice })));
}

/** Client text in a user message, which starts with a tag or mark: skill lists, command notes. */
const CLIENT_TEXT = /^\s*(?:<[a-z][\w-]*>|\[Context note|Caveat:)/i;

const isOwnWords = (evidence: Evidence, probe: Probe): boolean => !CLIENT_TEXT.test(sourceText(probe, evidence));

export type AnsweredProbe = Probe & {
  /** Whether the answer's words are in the original, and whether they are still in the result. */
  readonly before: boolean;
  readonly after: boolean;
};

/**
 * The questions put to a reader or a judge: the questions of the measures, and questions about what was settled in
 * plain words.
 */
export function askedProbes(evidence: Evidence, readers: Readers): readonly Probe[] {
  const measured = makeProbes(evidence, readers);
  const known = new Set(measured.map(({ gold }) => gold));
  const settled = settledProbes(evidence).filter(({ gold }) => !known.has(gold));
  return [...measured, ...settled].filter((probe) => isOwnWords(evidence, probe));
}

/** The questions, and whether the text contains their answers. Decided by rules, without a model. */
export function answerProbes(evidence: Evidence, shown: Shown, readers: Readers): readonly AnsweredProbe[] {
  const windows = windowsOf(shown);
  return askedProbes(evidence, readers).map((probe) => ({
    ...probe,
    before: bestShare(contentWords(probe.gold), windowsOf({ written: partsOf(evidence, probe) })) >= TOLD_AGAIN,
    after: isAnswerable(probe, evidence, shown, windows),
  }));
}

const partsOf = ({ blocks }: Evidence, { block }: Probe) => {
  const part = blocks[block]?.part;
  return part ? [part] : [];
};

/** The share of answerable questions, averaged over families; null without questions. */
export function measureCompleteness(evidence: Evidence, shown: Shown, readers: Readers): number | null {
  const windows = windowsOf(shown);
  const probes = makeProbes(evidence, readers);
  const shares = PROBE_FAMILIES.flatMap((family) => {
    const asked = probes.filter((probe) => probe.family === family);
    const answerable = asked.filter((probe) => isAnswerable(probe, evidence, shown, windows));
    return asked.length === 0 ? [] : [answerable.length / asked.length];
  });
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** The start of a probe's source, for display. */
export const sourceText = ({ block }: Probe, { blocks }: Evidence): string => {
  const part = blocks[block]?.part;
  return part ? partText(part).slice(0, 400) : "";
};
