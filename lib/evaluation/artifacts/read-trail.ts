import type { Message, ToolDefinition } from "../../conversation/message";
import { onceFor } from "../../conversation/once-for";
import type { Part, ToolCallPart } from "../../conversation/part";
import { type CalledAction, calledFiles, shownFiles } from "../../tools/call-facts";
import { hasFailed } from "../../tools/failures/failure";
import { joinPath } from "../../tools/file-word";
import { findTool, xmlToolNames } from "../../tools/find-tool";
import type { FileOperation } from "../../tools/operations";
import { shellFiles } from "../../tools/shell-files";
import { pathEntity } from "../entities/classify-word";
import type { Block, Evidence } from "../evidence";

/** Tools that Cline, Roo Code and Kilo Code call as XML in an answer's text (their system prompts, 2024 and 2025). */
const CALL = new RegExp(`<(${[...xmlToolNames()].join("|")})>`, "g");
/** Elements that contain the text a call writes. Paths in them are content, not files that were touched. */
const CONTENT = /<(?:content|diff|new_string|replace)>/;
const PATH = /<path>([^<\n]{1,400})<\/path>/g;
const COMMAND = /<command>([^<]{1,4000})<\/command>/;
const FOLDER = /<cwd>([^<\n]{1,400})<\/cwd>/;

/** File operations of the calls in a text. Linear, because a missing end tag is searched for only once. */
export function textOperations(text: string): CalledAction[] {
  if (!text.includes("</")) return [];
  const unclosed = new Set<string>();
  return [...text.matchAll(CALL)].flatMap(({ 1: name = "", index }) => {
    if (unclosed.has(name)) return [];
    const end = text.indexOf(`</${name}>`, index);
    if (end >= 0) return callOperations(name, text.slice(index, end));
    unclosed.add(name);
    return [];
  });
}

function callOperations(toolName: string, body: string): CalledAction[] {
  const head = body.slice(0, CONTENT.exec(body)?.index);
  if (findTool(toolName)?.operation === "run") {
    const folder = FOLDER.exec(head)?.[1] ?? "";
    const line = unescapeXml(COMMAND.exec(head)?.[1] ?? "");
    return shellFiles(line).map(({ path, operation }) => ({
      path: joinPath(folder, path),
      operation,
      basis: "listed",
    }));
  }
  const paths = [...head.matchAll(PATH)].map(([, path = ""]) => path.trim());
  return calledFiles({ toolName, input: { paths } });
}

const unescapeXml = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

export type TrailEntry = {
  /** Relative to the project if its folder is known. */
  readonly path: string;
  readonly operation: FileOperation;
  readonly basis: CalledAction["basis"];
  readonly isAppend?: true;
  /** The file whose text it gets; null if it gets an earlier text of its own. */
  readonly from?: string | null;
  /** Index of the call's block. */
  readonly block: number;
};

/** A file in the trail's notation. Cached per list of roots, because each compaction's trail has the same files. */
const plainPath = (path: string, roots: readonly string[]): string => plainPaths(roots)(path);

const plainPaths = onceFor((roots: readonly string[]) => {
  const known = new Map<string, string>();
  return (path: string): string => {
    const plain = known.get(path) ?? pathEntity(path, roots).key.slice("path:".length);
    known.set(path, plain);
    return plain;
  };
});

/** Files whose text is in a call's result, possibly along with other content. In the trail's notation. */
export const shownPaths = (call: ToolCallPart, roots: readonly string[], tools?: readonly ToolDefinition[]): string[] =>
  shownFiles(call, tools).map((path) => plainPath(path, roots));

/** Files that a call changes, in the trail's notation. */
export const changedPaths = (
  call: ToolCallPart,
  roots: readonly string[],
  tools?: readonly ToolDefinition[],
): string[] =>
  calledFiles(call, tools).flatMap(({ path, operation }) => (operation === "read" ? [] : plainPath(path, roots)));

/** Every file operation of the successful calls, in order. */
export const trailOf = onceFor(readTrail);

/** The evidence used here. Without the original, tools missing from the table are judged without their schema. */
type Trailed = Pick<Evidence, "blocks" | "roots"> & Partial<Pick<Evidence, "original">>;

function readTrail({ blocks, roots, original }: Trailed): readonly TrailEntry[] {
  const failed = failedCalls(blocks, original?.tools);
  const known = new Set<string>();
  const operationsOf = operationsReader(failed, original?.tools);
  return blocks.flatMap(({ part, message }, block) =>
    operationsOf(part, message).map(({ path, operation, basis, isAppend, from }): TrailEntry => {
      const plain = plainPath(path, roots);
      const isKnown = known.has(plain);
      known.add(plain);
      const done = operation === "created" && isKnown ? "modified" : operation;
      const source = from === undefined ? {} : { from: from && plainPath(from, roots) };
      return { path: plain, operation: done, basis, block, ...(isAppend && { isAppend }), ...source };
    }),
  );
}

/** SWE-agent's tools that show a file in a window, and those that edit the shown file without giving its path. */
const OPENS = new Set(["open", "create"]);
const EDITS_OPEN = new Set(["edit", "insert"]);

/** Finds the operations of tool calls, and of calls that some clients write into their answers' text, in order. */
function operationsReader(failed: ReadonlySet<Part>, tools?: readonly ToolDefinition[]) {
  let opened: string | null = null;
  return (part: Part, { role }: Message): readonly CalledAction[] => {
    if (part.type === "text") return role === "assistant" ? textOperations(part.text) : [];
    if (part.type !== "tool-call" || failed.has(part)) return [];
    const found = calledFiles(part, tools);
    if (OPENS.has(part.toolName)) opened = found[0]?.path ?? opened;
    const isUnnamed = found.length === 0 && opened !== null && EDITS_OPEN.has(part.toolName);
    return isUnnamed ? [{ path: opened as string, operation: "modified", basis: "listed" }] : found;
  };
}

function failedCalls(blocks: readonly Block[], tools?: readonly ToolDefinition[]): Set<Part> {
  const calls = new Map<string, ToolCallPart>();
  const failed = new Set<Part>();
  for (const { part } of blocks) {
    if (part.type === "tool-call") calls.set(part.toolCallId, part);
    const call = part.type === "tool-result" ? calls.get(part.toolCallId) : undefined;
    if (call && part.type === "tool-result" && hasFailed(part, call, tools)) failed.add(call);
  }
  return failed;
}
