import { onceFor } from "../conversation/once-for";
import type { Part, ToolCallPart } from "../conversation/part";
import { asObject, asText } from "../formats/json-fields";
import { type ProviderTool, readProviderTool } from "../formats/provider-tool";
import { type Call, callFacts } from "../tools/call-facts";
import { type Failure, failureOf } from "../tools/failures/failure";
import { findTool } from "../tools/find-tool";
import type { Session } from "../transcript/session";
import { xmlTools } from "./xml-tools";

/** A part's tool, and the subject of its call. All null for a part without a tool. */
export type ToolFacts = {
  readonly tool: string | null;
  readonly path: string | null;
  readonly command: string | null;
  /** True if the output contains the text of a file, possibly among other text. */
  readonly showsFile: boolean;
  readonly failure: ShownFailure | null;
};

/** A failure with its basis and evidence. */
type ShownFailure = { readonly basis: Failure["basis"]; readonly cue: string | null };

const NO_TOOL: ToolFacts = { tool: null, path: null, command: null, showsFile: false, failure: null };
const MARKED: ShownFailure = { basis: "marked", cue: null };
const markedIf = (isError: boolean): ShownFailure | null => (isError ? MARKED : null);

/**
 * Reads a session's calls, so that a result can be labelled with its call's subject. They are read once for all views.
 */
export const toolFacts: (session: Session) => (part: Part) => ToolFacts = onceFor(readToolFacts);

function readToolFacts(session: Session): (part: Part) => ToolFacts {
  const calls = new Map<string, KnownCall>();
  for (const { parts } of session.messages)
    for (const part of parts) {
      const call = callOf(part, session.tools);
      if (call?.id) calls.set(call.id, call);
    }
  const inXml = xmlTools(session);
  return (part) => {
    const xml = inXml.get(part.id);
    if (xml) return { ...NO_TOOL, tool: xml.name, failure: markedIf(xml.isError) };
    if (part.type === "tool-call") return factsOf(part.toolName, part, session.tools);
    if (part.type === "tool-result") {
      const call = calls.get(part.toolCallId);
      const failure = shownFailure(failureOf(part, call?.part ?? undefined, session.tools));
      return resultFacts(call, part.toolName ?? null, failure);
    }
    const tool = part.type === "opaque" ? readProviderTool(part) : null;
    if (tool?.role === "result")
      return resultFacts(calls.get(tool.toolCallId ?? ""), tool.name, markedIf(tool.isError));
    return tool ? providerCall(tool, session.tools) : NO_TOOL;
  };
}

/** `part`: null for a call that the provider runs. */
type KnownCall = { readonly id: string | null; readonly facts: ToolFacts; readonly part: ToolCallPart | null };

function callOf(part: Part, tools: Session["tools"]): KnownCall | null {
  if (part.type === "tool-call") return { id: part.toolCallId, facts: factsOf(part.toolName, part, tools), part };
  const tool = part.type === "opaque" ? readProviderTool(part) : null;
  return tool && tool.role !== "result" ? { id: tool.toolCallId, facts: providerCall(tool, tools), part: null } : null;
}

const providerCall = ({ name, input, isError }: ProviderTool, tools: Session["tools"]): ToolFacts => ({
  ...factsOf(name, { toolName: name ?? "", input }, tools),
  failure: markedIf(isError),
});

function factsOf(tool: string | null, call: Call, tools: Session["tools"]): ToolFacts {
  const { paths, command, query, url, shown } = callFacts(call, tools);
  const subject = command ?? query ?? url ?? taskOf(call);
  const path = command === null ? (paths[0] ?? null) : null;
  return { ...NO_TOOL, tool, path, command: subject, showsFile: shown.length > 0 };
}

/** Fields with the id of the task or the shell whose output a call returns. */
const TASK_IDS = ["task_id", "bash_id", "shell_id"];

/** A call in its own few words; otherwise what it asks another agent to do, or the id of the task that it asks about. */
function taskOf({ toolName, input }: Call): string | null {
  const row = findTool(toolName);
  const fields = asObject(input);
  const names = row?.operation === "delegate" ? (row.content ?? []) : TASK_IDS;
  return ["description", ...names].map((name) => asText(fields?.[name])).find(Boolean) ?? null;
}

const resultFacts = (call: KnownCall | undefined, ownName: string | null, failure: ShownFailure | null): ToolFacts => ({
  ...(call?.facts ?? { ...NO_TOOL, tool: ownName }),
  failure,
});

const shownFailure = ({ failed, basis, cue }: Failure): ShownFailure | null =>
  failed ? { basis, cue: basis === "marked" ? null : cue } : null;
