import type { SessionMessage } from "../../transcript/session";
import type { FindingRule } from "./finding";

/** What changes from one request, day or machine to the next, by what it looks like. */
const VOLATILE: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "a time with seconds", pattern: /\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/ },
  { name: "a clock time", pattern: /\b(?:current time|time now|now)\b[^\n]{0,20}\b\d{1,2}:\d\d(?::\d\d)?/i },
  { name: "today's date", pattern: /\b(?:today'?s date|current date|date today)\b[^\n]{0,40}\d{4}/i },
  { name: "a UUID", pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-7][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/i },
  {
    name: "a session or request id",
    pattern: /\b(?:session|request|trace|run)[ _-]?id\b["']?\s*[:=]\s*["']?[\w-]{6,}/i,
  },
  { name: "the state of git", pattern: /\b(?:git ?status|current branch|recent commits)\b[^\n]{0,60}/i },
  {
    name: "a status line",
    pattern: /\b\d+ ?% (?:context|of context|battery|used)|tokens? (?:used|left|remaining)[:=]? ?\d+/i,
  },
];

/** System messages and what the client put before the first typed message. */
function frontOf(messages: readonly SessionMessage[]): SessionMessage[] {
  const first = messages.findIndex(({ agent, origin }) => agent === "main" && origin === "typed");
  return messages.filter(
    ({ agent, role, origin }, index) =>
      agent === "main" && (role === "system" || (origin === "client" && index <= first)),
  );
}

/** Text at the front that will change some day; the log of one session rarely shows it changing. */
export const volatileText: FindingRule = ({ session }) => {
  if (session === null) return null;
  const evidence = frontOf(session.messages).flatMap((message) =>
    message.parts.flatMap((part) => (part.type === "text" ? quoteVolatile(part.text, message.role) : [])),
  );
  if (evidence.length === 0) return null;
  return {
    id: "volatile-front",
    title: "Text at the front that changes from session to session",
    kind: "risk",
    requests: [],
    lostTokens: 0,
    lostCost: null,
    evidence: evidence.slice(0, 5),
    advice: "Put it behind the conversation, or give only as much of it as stays true: a date without a time, no ids.",
  };
};

function quoteVolatile(text: string, role: string): string[] {
  return VOLATILE.flatMap(({ name, pattern }) => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const line = text.slice(0, match.index).split("\n").length;
    return [`The ${role} message has ${name} in line ${line}: “${match[0].trim().slice(0, 120)}”.`];
  });
}
