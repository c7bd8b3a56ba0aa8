import type { PrefixNode, Segment } from "../../requests/prefix-tree";
import { isToolName, refusedTool } from "../../transcript/refused-tool";
import type { Session } from "../../transcript/session";
import type { TextOf } from "../divergence";
import type { FindingContext, FindingRule } from "./finding";

/** A tool that a prompt calls without defining it. `requests` are positions. */
type Undefined = { readonly tool: string; readonly requests: number[]; readonly wasDefined: boolean };

const SHOWN = 5;

/**
 * Tools called in a prompt that does not define them. The model may then call them again or invent their input.
 * Captured bodies contain each request's definitions; other logs contain at most one list. Without definitions, only a
 * refusal by the client shows that a tool was not defined. Source: "Context Engineering for AI Agents: Lessons from
 * Building Manus" (2025-07-18), "Mask, don't remove".
 */
export const undefinedTools: FindingRule = (context) => {
  const { session } = context;
  const isCaptured = session === null || session.captured !== undefined;
  const found = isCaptured
    ? inBodies(context)
    : session.tools.length === 0
      ? refusedCalls(session, context)
      : inSession(session, context);
  if (found.length === 0) return null;
  return {
    id: "undefined-tools",
    kind: "risk",
    requests: [...new Set(found.flatMap(({ requests }) => requests))].sort((a, b) => a - b),
    lostTokens: 0,
    lostCost: null,
    evidence: found.slice(0, SHOWN).map(({ tool, requests, wasDefined }) => ({
      id: "undefined-tool",
      position: requests[0] as number,
      tool,
      requests: requests.length,
      wasDefined,
    })),
  };
};

/**
 * For a log that contains only the main agent's tool list: calls of any other tool, with the requests that they
 * answered or, if the log does not link a call to its request, the requests sent next.
 */
function inSession({ tools, messages, responses }: Session, { requests }: FindingContext): Undefined[] {
  if (requests.length === 0) return [];
  const defined = new Set(tools.map(({ name }) => name));
  const found = new Map<string, Undefined>();
  let position = 0;
  messages.forEach(({ agent, parts, isHidden }, at) => {
    if (agent !== "main" || isHidden) return;
    while (position < requests.length - 1 && !isAnswered(requests[position]?.index, at)) position += 1;
    for (const part of parts)
      if (part.type === "tool-call" && isToolName(part.toolName) && !defined.has(part.toolName))
        note(found, part.toolName, position, false);
  });
  return [...found.values()];

  function isAnswered(index: number | undefined, message: number): boolean {
    const response = responses[index ?? -1];
    return response?.agent === "main" && response.messageIndex >= message;
  }
}

/** Refused calls, with the first request that contains the refusal. */
function refusedCalls({ messages }: Session, { calls }: FindingContext): Undefined[] {
  const found = new Map<string, Undefined>();
  messages.forEach(({ agent, parts }, at) => {
    for (const part of parts) {
      const tool = part.type === "tool-result" ? refusedTool(part) : null;
      const position = tool === null ? -1 : calls.findIndex((call) => call.agent === agent && call.span.end > at);
      if (tool !== null && isToolName(tool) && position >= 0) note(found, tool, position, false);
    }
  });
  return [...found.values()];
}

function inBodies({ requests, textOf }: FindingContext): Undefined[] {
  const read = namesReader(textOf);
  const ever = new Set<string>();
  const found = new Map<string, Undefined>();
  requests.forEach(({ leaf }, position) => {
    const { defined, called } = read(leaf);
    if (defined.size === 0) return;
    for (const tool of called) if (isToolName(tool) && !defined.has(tool)) note(found, tool, position, ever.has(tool));
    for (const tool of defined) ever.add(tool);
  });
  return [...found.values()];
}

function note(found: Map<string, Undefined>, tool: string, position: number, wasDefined: boolean): void {
  const known = found.get(tool) ?? { tool, requests: [], wasDefined };
  found.set(tool, known);
  if (known.requests.at(-1) !== position) known.requests.push(position);
}

type Names = { readonly defined: ReadonlySet<string>; readonly called: ReadonlySet<string> };

const NONE: Names = { defined: new Set(), called: new Set() };

/**
 * Returns a function that collects a prompt's tool names from its start. A prefix shared by two prompts is read once.
 */
function namesReader(textOf: TextOf): (leaf: PrefixNode) => Names {
  const known = new Map<PrefixNode, Names>();
  return (leaf) => {
    const fresh: PrefixNode[] = [];
    for (let node: PrefixNode | null = leaf; node !== null && !known.has(node); node = node.parent) fresh.push(node);
    for (const node of fresh.reverse()) {
      const before = node.parent === null ? NONE : (known.get(node.parent) as Names);
      known.set(node, node.segment === null ? before : withSegment(before, node.segment, textOf));
    }
    return known.get(leaf) as Names;
  };
}

function withSegment(before: Names, segment: Segment, textOf: TextOf): Names {
  if (segment.kind === "tools")
    return { ...before, defined: withName(before.defined, segment.id.replace(/^tool:/, "")) };
  if (segment.role !== "assistant") return before;
  const name = calledTool(textOf(segment) ?? "", segment.run === "tool-call");
  return name === null ? before : { ...before, called: withName(before.called, name) };
}

const withName = (names: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  names.has(name) ? names : new Set([...names, name]);

/**
 * The tool that a request's block calls, in any provider's format; null for other blocks. If the session has the call
 * as a part, its text contains the id, the name and the input, one per line.
 */
function calledTool(text: string, isCall: boolean): string | null {
  if (isCall && !text.startsWith("{")) return text.split("\n", 2)[1] ?? null;
  if (!/^\{.*"(?:tool_use|function_call|functionCall|function)"/s.test(text)) return null;
  try {
    const block = JSON.parse(text);
    const call =
      block.type === "tool_use" || block.type === "function_call" ? block : (block.function ?? block.functionCall);
    return typeof call?.name === "string" ? call.name : null;
  } catch {
    return null;
  }
}
