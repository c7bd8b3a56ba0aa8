import type { Message, ToolDefinition } from "../../conversation/message";
import { oncePerPart } from "../../conversation/once-per-part";
import {
  type Part,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  toolOutputText,
} from "../../conversation/part";
import { type CalledAction, calledFiles, callFacts } from "../../tools/call-facts";
import { hasFailed } from "../../tools/failures/failure";
import { noteBody, noteKind } from "../grammar/notes";
import type { PartEntry, View } from "../grammar/view";
import { clip } from "../previews/clip";
import { callSignature } from "./signature";

/** What an agent must not forget about work that the prompt no longer shows. Each list is in order, without repeats. */
export type Artifacts = {
  readonly created: Set<string>;
  readonly modified: Set<string>;
  readonly deleted: Set<string>;
  /** Renamed files under their new names. */
  readonly renamed: Set<string>;
  readonly read: Set<string>;
  readonly commands: Set<string>;
  readonly errors: Set<string>;
  readonly decisions: Set<string>;
};

type Section = keyof Artifacts;
const TITLES: Record<Section, string> = {
  created: "Files created",
  modified: "Files modified",
  deleted: "Files deleted",
  renamed: "Files renamed",
  read: "Files read",
  commands: "Commands",
  errors: "Errors",
  decisions: "Decisions",
};
const SECTIONS = Object.keys(TITLES) as Section[];

const LINE = 160;
/** Maximum number of lines per section; the newest are kept. */
const MAX_LINES: Record<Section, number> = {
  created: 60,
  modified: 60,
  deleted: 30,
  renamed: 30,
  read: 40,
  commands: 12,
  errors: 12,
  decisions: 12,
};

const DECISION =
  /\b(decided|decision|chose|we'll use|i'll use|instead of|root cause|the (?:fix|problem|bug|issue) (?:is|was)|turns out|must not|should never)\b|决定|选择|改用|原因是|根本原因/i;

const noArtifacts = (): Artifacts => ({
  created: new Set(),
  modified: new Set(),
  deleted: new Set(),
  renamed: new Set(),
  read: new Set(),
  commands: new Set(),
  errors: new Set(),
  decisions: new Set(),
});

/** `file tools` ignores file operations of shell commands, as do products that only track their own tools. */
type Source = "all calls" | "file tools";

export function collectArtifacts(partIds: readonly string[], view: View, source: Source = "all calls"): Artifacts {
  const entries = partIds.map((id) => view.entry(id));
  const found = entries.filter((entry) => entry !== undefined);
  return artifactsOf(found, view.conversation.tools, source, outcomesIn(view));
}

/**
 * The artifacts of parts, including those listed in an earlier index among them. `tools`: the request's tool
 * definitions.
 */
export function artifactsIn(
  entries: readonly PartEntry[],
  tools: readonly ToolDefinition[],
  source: Source = "all calls",
): Artifacts {
  return artifactsOf(entries, tools, source, outcomesOf(entries, tools));
}

function artifactsOf(
  entries: readonly PartEntry[],
  tools: readonly ToolDefinition[],
  source: Source,
  { failed, resolved }: Outcomes,
): Artifacts {
  const known = noArtifacts();
  for (const { part, message } of entries) {
    const note = noteKind(message);
    if (note === "artifacts") readNote(message, known);
    else if (note === null && part.type === "tool-call")
      collectCall(part, known, { tools, source, hasFailed: failed.has(part.toolCallId) });
    else if (note === null) collectPart(part, message, known, { failed, resolved });
  }
  return known;
}

/** Ids of calls that failed, and of those that succeeded on a later attempt. */
type Outcomes = { readonly failed: ReadonlySet<string>; readonly resolved: ReadonlySet<string> };

function outcomesOf(entries: readonly PartEntry[], tools: readonly ToolDefinition[]): Outcomes {
  const failed = failedCalls(entries, tools);
  const [open, resolved] = [new Map<string, string[]>(), new Set<string>()];
  for (const { part } of entries) {
    if (part.type !== "tool-call") continue;
    const same = callSignature(part);
    const before = open.get(same) ?? [];
    if (failed.has(part.toolCallId)) open.set(same, [...before, part.toolCallId]);
    else for (const id of before) resolved.add(id);
  }
  return { failed, resolved };
}

/** Cached per view, because every rung that drops something needs it. */
const outcomesIn = oncePerPart((view: View) => outcomesOf(view.entries(), view.conversation.tools));

/** Ids of calls whose results report a failure, marked or inferred. */
export function failedCalls(entries: readonly PartEntry[], tools: readonly ToolDefinition[]): ReadonlySet<string> {
  const calls = new Map<string, ToolCallPart>();
  const failed = new Set<string>();
  for (const { part } of entries)
    if (part.type === "tool-call") calls.set(part.toolCallId, part);
    else if (part.type === "tool-result" && hasFailed(part, calls.get(part.toolCallId), tools))
      failed.add(part.toolCallId);
  return failed;
}

function collectPart(part: Part, message: Message, known: Artifacts, { failed, resolved }: Outcomes) {
  if (part.type === "tool-result" && failed.has(part.toolCallId))
    addNewest(known.errors, resolved.has(part.toolCallId) ? `${errorOf(part)}${RESOLVED}` : errorOf(part));
  else if (part.type === "text" && message.role === "assistant")
    for (const sentence of decisionsIn(part)) addNewest(known.decisions, sentence);
}

type CallContext = { readonly tools: readonly ToolDefinition[]; readonly source: Source; readonly hasFailed: boolean };

/** A failed call changed no files. */
function collectCall(call: ToolCallPart, known: Artifacts, { tools, source, hasFailed }: CallContext) {
  const { operation, command } = callFacts(call, tools);
  if (operation === "run" && command !== null) addNewest(known.commands, firstCommandLine(call));
  if (hasFailed || (operation === "run" && source === "file tools")) return;
  for (const file of calledFiles(call, tools)) collectFile(file, known);
}

const firstCommandLine = oncePerPart((call: ToolCallPart): string => firstLine(callFacts(call).command ?? ""));

function collectFile({ path, operation }: CalledAction, { created, modified, deleted, renamed, read }: Artifacts) {
  if (operation === "created" || operation === "modified") deleted.delete(path);
  if (operation === "created" && !modified.has(path) && !read.has(path)) created.add(path);
  else if (operation === "created" || operation === "modified") modified.add(path);
  else if (operation === "read") read.add(path);
  else if (operation === "renamed") renamed.add(path);
  else {
    for (const list of [created, modified, renamed, read]) list.delete(path);
    deleted.add(path);
  }
}

/** Adds a line at the end, where the newest lines are. An existing line moves there. */
function addNewest(lines: Set<string>, line: string) {
  if (line === "") return;
  lines.delete(line);
  lines.add(line);
}

/** The line with the error: the last one of a traceback, otherwise the first that is not blank. */
const errorOf = oncePerPart((result: ToolResultPart): string => {
  const text = toolOutputText(result.output);
  return firstLine(TRACEBACK.test(text) ? (text.match(EXCEPTION)?.at(-1) ?? text) : text);
});

const TRACEBACK = /^Traceback \(most recent call last\)/m;
const EXCEPTION = /^[A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt|Warning)\b.*$/gm;

const firstLine = (text: string): string => clip((/\S[^\r\n]*/.exec(text)?.[0] ?? "").trimEnd(), LINE);

/** Sentences that state a decision or a finding, in the first 20,000 characters. */
const decisionsIn = oncePerPart(({ text }: TextPart): readonly string[] => {
  if (!DECISION.test(text)) return [];
  return text
    .slice(0, 20_000)
    .split(/(?<=[.!?。！？])\s*|\n+/)
    .filter((sentence) => DECISION.test(sentence))
    .map((sentence) => clip(sentence.trim(), LINE));
});

/** Suffix of an error whose call succeeded when retried. */
const RESOLVED = " (succeeded later)";
const isOpen = (error: string): boolean => !error.endsWith(RESOLVED);

/** Only the unresolved errors, each clipped to this many characters; used when nothing else fits. */
export const openErrors = ({ errors }: Artifacts, characters: number): Artifacts => ({
  ...noArtifacts(),
  errors: new Set([...errors].filter(isOpen).map((error) => clip(error, characters))),
});

/**
 * The index as the model reads it, without empty sections. Each section gets at most `share` of its maximum number of
 * lines, but all unresolved errors are included.
 */
export function writeArtifacts(artifacts: Artifacts, share = 1): string {
  return SECTIONS.filter((section) => artifacts[section].size > 0)
    .flatMap((section) => {
      const lines = [...artifacts[section]].filter((line) => section !== "read" || !isWritten(line, artifacts));
      const newest = new Set(lines.slice(-Math.ceil(MAX_LINES[section] * share)));
      const shown = lines.filter((line) => newest.has(line) || (section === "errors" && isOpen(line)));
      if (shown.length === 0) return [];
      const left = lines.length - shown.length;
      return [
        `${TITLES[section]}:`,
        ...(left > 0 ? [`- (${left} older ones left out)`] : []),
        ...shown.map((line) => `- ${line}`),
      ];
    })
    .join("\n");
}

const isWritten = (path: string, { created, modified }: Artifacts) => created.has(path) || modified.has(path);

function readNote(message: Message, known: Artifacts) {
  let section: Section | undefined;
  for (const line of noteBody(message).split("\n")) {
    const title = SECTIONS.find((name) => line === `${TITLES[name]}:`);
    if (title) section = title;
    else if (!line.startsWith("- ")) section = undefined;
    else if (section && line.startsWith("- ") && !/^- \(\d+ older ones left out\)$/.test(line))
      known[section].add(line.slice(2));
  }
}
