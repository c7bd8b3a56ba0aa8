import type { Role } from "../../conversation/message";
import type { SessionMessage } from "../../transcript/session";
import type { FindingRule } from "./finding";
import type { FindingEvidence, VolatileText } from "./finding-evidence";

/** Patterns of text that changes from one request, day or machine to the next. */
const VOLATILE: readonly { readonly what: VolatileText; readonly pattern: RegExp }[] = [
  { what: "timestamp", pattern: /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/ },
  { what: "clock-time", pattern: /\b(?:current time|time now|now)\b[^\n]{0,20}\b\d{1,2}:\d\d(?::\d\d)?/i },
  { what: "date", pattern: /\b(?:today'?s date|current date|date today)\b[^\n]{0,40}\d{4}/i },
  { what: "uuid", pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/i },
  {
    what: "session-or-request-id",
    pattern: /\b(?:session|request|trace|run)[ _-]?id\b["']?\s*[:=]\s*["']?[\w-]{6,}/i,
  },
  // The state itself, not an instruction to look it up.
  {
    what: "git-state",
    pattern: /(?:^#+ *git ?status|\b(?:git[ _]?status|current branch|recent commits)\**[:>])[^\n]{0,60}/im,
  },
  {
    what: "status-line",
    pattern: /\b\d+ ?% (?:context|of context|battery|used)|tokens? (?:used|left|remaining)[:=]? ?\d+/i,
  },
];

/** System messages, and messages that the client inserted before the first typed one. */
function frontOf(messages: readonly SessionMessage[]): SessionMessage[] {
  const first = messages.findIndex(({ agent, origin }) => agent === "main" && origin === "typed");
  return messages.filter(
    ({ agent, role, origin }, index) =>
      agent === "main" && (role === "system" || (origin === "client" && index <= first)),
  );
}

/** Text at the start of the prompt that will differ in the next session, which a single session's log rarely shows. */
export const volatileText: FindingRule = ({ session }) => {
  if (session === null) return null;
  const evidence = frontOf(session.messages).flatMap((message) =>
    message.parts.flatMap((part) => (part.type === "text" ? quoteVolatile(part.text, message.role) : [])),
  );
  if (evidence.length === 0) return null;
  return {
    id: "volatile-front",
    kind: "risk",
    requests: [],
    lostTokens: 0,
    lostCost: null,
    evidence: evidence.slice(0, 5),
  };
};

function quoteVolatile(text: string, role: Role): FindingEvidence[] {
  return VOLATILE.flatMap(({ what, pattern }) => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const line = text.slice(0, match.index).split("\n").length;
    return [{ id: "volatile-text" as const, what, role, line, quote: match[0].trim().slice(0, 120) }];
  });
}
