import type { Message, ToolDefinition } from "../../conversation/message";
import type { Part } from "../../conversation/part";
import { type CalledAction, calledFiles } from "../../tools/call-facts";
import { hasFailed } from "../../tools/failures/failure";
import { findTool, xmlToolNames } from "../../tools/find-tool";
import type { FileOperation } from "../../tools/operations";
import { joinPath, shellFiles } from "../../tools/shell-files";
import { pathEntity } from "../entities/classify-word";
import { callsById } from "../error-retention";
import type { Block, Evidence } from "../evidence";
import { onceFor } from "../once-for";

/** Tools that Cline, Roo Code and Kilo Code call as XML in an answer's text (their system prompts, 2024 and 2025). */
const CALL = new RegExp(`<(${[...xmlToolNames()].join("|")})>`, "g");
/** These elements hold text that a call writes; paths in them are content, not touched files. */
const CONTENT = /<(?:content|diff|new_string|replace)>/;
const PATH = /<path>([^<\n]{1,400})<\/path>/g;
const COMMAND = /<command>([^<]{1,4000})<\/command>/;
const FOLDER = /<cwd>([^<\n]{1,400})<\/cwd>/;

/** File operations of the calls in a text. Linear, because a missing end tag is searched only once. */
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
  /** Repo-relative if the project's folder is known. */
  readonly path: string;
  readonly operation: FileOperation;
  readonly basis: CalledAction["basis"];
  /** Index of the call's block. */
  readonly block: number;
};

/** Every file operation of the successful calls, in order. */
export const trailOf = onceFor(readTrail);

/** The evidence used; without the original, tools outside the table are judged without their schema. */
type Trailed = Pick<Evidence, "blocks" | "roots"> & Partial<Pick<Evidence, "original">>;

function readTrail({ blocks, roots, original }: Trailed): readonly TrailEntry[] {
  const failed = failedCalls(blocks, original?.tools);
  const known = new Set<string>();
  return blocks.flatMap(({ part, message }, block) =>
    operationsIn(part, message, failed, original?.tools).map(({ path, operation, basis }): TrailEntry => {
      const plain = pathEntity(path, roots).key.slice("path:".length);
      const isKnown = known.has(plain);
      known.add(plain);
      return { path: plain, operation: operation === "created" && isKnown ? "modified" : operation, basis, block };
    }),
  );
}

/** Operations of tool calls, and of calls that some clients write into their answers' text. */
function operationsIn(
  part: Part,
  { role }: Message,
  failed: ReadonlySet<string>,
  tools?: readonly ToolDefinition[],
): readonly CalledAction[] {
  if (part.type === "tool-call") return failed.has(part.toolCallId) ? [] : calledFiles(part, tools);
  return part.type === "text" && role === "assistant" ? textOperations(part.text) : [];
}

function failedCalls(blocks: readonly Block[], tools?: readonly ToolDefinition[]): Set<string> {
  const calls = callsById(blocks);
  const isFailed = ({ part }: Block) =>
    part.type === "tool-result" && hasFailed(part, calls.get(part.toolCallId), tools);
  return new Set(blocks.filter(isFailed).flatMap(({ part }) => (part.type === "tool-result" ? [part.toolCallId] : [])));
}
