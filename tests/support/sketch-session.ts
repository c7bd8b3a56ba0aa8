import type { Part } from "@/lib/conversation/part";
import { withDistinctCalls } from "@/lib/transcript/distinct-calls";
import type { Origin, Response, Session, SessionEvent, SessionMessage } from "@/lib/transcript/session";
import { UNKNOWN_USAGE, type Usage } from "@/lib/transcript/usage";

/**
 * A session from a sketch: one line per message or event, in order. Indentation and blank lines do not matter.
 *
 *     user      fix the test                         a typed message
 *     client    <system-reminder> be brief           injected by the client
 *     system    you are helpful
 *     think     let me look                          reasoning  ┐
 *     say       reading it                           answer     ├ consecutive lines are one answer of the model
 *     call      a Read {"file_path":"x.ts"}          tool call  ┘ (id, name, input)
 *     usage     read=0 write=900 in=3 out=40         closes the answer: it becomes a response
 *                                                    (`summary` at the end: it is that of a compaction; `whole`:
 *                                                    it came in one piece instead of as a stream)
 *     result    a export const x = 1                 tool result (`error a …` for a failed one)
 *     compact   auto 167000                          compaction; the next `summary` line is its summary
 *     summary   we fixed the test
 *     clear     a b                                  micro-compaction of these calls
 *     rewind
 *     mode      build plan                           the client's mode changed
 *     thinking  off high                             the client's thinking level changed
 *     servers   docs | web                           tool servers that were added | removed
 *     resume                                         the client was started again
 *     wait      900                                  seconds until what follows
 *
 * A usage with a write counter reads 0 unless it says otherwise. Options of `usage`: model=…, read, write (5m), write1h, unsplit, in, out, at=<seconds>, took=<seconds>; `usage none`
 * is a response without usage. `agent <id>` switches to a sub-agent, `agent main` back. `×3` at the end of a line
 * repeats its text. Times are seconds after 2026-01-01T00:00:00Z; without `at` a request starts 10 s after the last.
 */
export function sketchSession(drawing: string): Session {
  const pen = newPen();
  for (const raw of drawing.split("\n")) {
    const line = raw.trim();
    if (line !== "") drawLine(pen, line);
  }
  closeAnswer(pen);
  const { messages, responses, events } = pen;
  const agents = [...new Set(["main", ...messages.map((message) => message.agent)])];
  return withDistinctCalls({
    version: 1,
    id: "ses_drawn",
    format: "drawn",
    client: null,
    clientVersions: [],
    title: "drawn",
    project: null,
    files: [],
    agents: agents.map((id) =>
      id === "main" ? { id, kind: "main", parent: null } : { id, kind: "sub-agent", parent: "main" },
    ),
    messages,
    responses,
    events,
    tools: [],
    rows: { read: 0, interpreted: 0, kept: 0, bad: 0, blank: 0, pendingBytes: 0 },
    keptRows: [],
    issues: [],
  });
}

/** ISO time of a second of the sketch. */
export const sketchTime = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

type Pen = {
  agent: string;
  answer: Part[];
  seconds: number;
  count: number;
  messages: SessionMessage[];
  responses: Response[];
  events: SessionEvent[];
};

const newPen = (): Pen => ({
  agent: "main",
  answer: [],
  seconds: 0,
  count: 0,
  messages: [],
  responses: [],
  events: [],
});

function drawLine(pen: Pen, line: string) {
  const [verb = "", ...words] = line.split(/\s+/);
  const text = line.slice(verb.length).trim();
  const answerPart = partOfAnswer(pen, verb, words, text);
  if (answerPart) pen.answer.push(answerPart);
  else if (verb === "usage") addResponse(pen, words);
  else {
    closeAnswer(pen);
    drawOther(pen, verb, words, text);
  }
}

function drawOther(pen: Pen, verb: string, words: string[], text: string) {
  const origins: Record<string, Origin> = { user: "typed", client: "client", system: "system", summary: "summary" };
  const origin = origins[verb];
  const at = { agent: pen.agent, atMessage: pen.messages.length };
  if (origin) addMessage(pen, verb === "system" ? "system" : "user", origin, [textPart(pen, text)]);
  else if (verb === "result" || verb === "error") addResult(pen, words[0] as string, text, verb === "error");
  else if (verb === "agent") pen.agent = words[0] as string;
  else if (verb === "compact") {
    const tokens = words[1] === undefined ? {} : { tokensBefore: Number(words[1]) };
    pen.events.push({ ...at, type: "compaction", trigger: words[0] === "manual" ? "manual" : "auto", ...tokens });
  } else if (verb === "clear") pen.events.push({ ...at, type: "micro-compaction", clearedToolCallIds: words });
  else if (verb === "rewind" || verb === "resume") pen.events.push({ ...at, type: verb });
  else if (verb === "wait") pen.seconds += Number(words[0]);
  else if (verb === "mode" || verb === "thinking")
    pen.events.push({ ...at, type: `${verb}-switch`, from: words[0] ?? "", to: words[1] ?? "" });
  else if (verb === "servers") {
    const [added = [], removed = []] = text.split("|").map((names) => names.split(" ").filter(Boolean));
    pen.events.push({ ...at, type: "tool-servers", added, removed });
  } else throw new Error(`sketchSession does not know the verb ${verb}`);
}

function partOfAnswer(pen: Pen, verb: string, words: string[], text: string): Part | null {
  if (verb === "say") return textPart(pen, text);
  if (verb === "think") return { id: nextId(pen), type: "reasoning", text: repeatText(text) };
  if (verb !== "call") return null;
  const [toolCallId = "", toolName = ""] = words;
  const input = JSON.parse(text.slice(text.indexOf(toolName) + toolName.length).trim() || "{}");
  return { id: nextId(pen), type: "tool-call", toolCallId, toolName, input };
}

function addResult(pen: Pen, toolCallId: string, text: string, isError: boolean) {
  const output = [{ type: "text" as const, text: repeatText(text.slice(toolCallId.length).trim()) }];
  addMessage(pen, "tool", "tool", [{ id: nextId(pen), type: "tool-result", toolCallId, output, isError }]);
}

/** An answer without a `usage` line (written by the client) is a message, not a response. */
function closeAnswer(pen: Pen) {
  if (pen.answer.length > 0) addMessage(pen, "assistant", "model", pen.answer.splice(0));
}

function addResponse(pen: Pen, words: string[]) {
  const values = Object.fromEntries(words.map((word) => word.split("="))) as Record<string, string>;
  const started = values.at === undefined ? pen.seconds + 10 : Number(values.at);
  const ended = started + Number(values.took ?? 5);
  pen.seconds = started;
  const id = `res_${pen.responses.length}`;
  pen.responses.push({
    id,
    agent: pen.agent,
    model: values.model ?? "claude-sonnet-4-5",
    messageIndex: pen.messages.length,
    usage: words[0] === "none" ? null : usageOf(values),
    startedAt: sketchTime(started),
    endedAt: sketchTime(ended),
    ...(words.includes("whole") && { isUnstreamed: true }),
  });
  addMessage(pen, "assistant", words.includes("summary") ? "summary" : "model", pen.answer.splice(0), id);
}

function usageOf(values: Record<string, string>): Usage {
  const number = (name: string) => (values[name] === undefined ? null : Number(values[name]));
  const writes = ["write", "write1h", "unsplit"].some((name) => values[name] !== undefined);
  return {
    ...UNKNOWN_USAGE,
    uncachedInput: number("in") ?? 0,
    cacheRead: number("read") ?? (writes ? 0 : null),
    cacheWrite5m: number("write"),
    cacheWrite1h: number("write1h"),
    cacheWriteUnsplit: number("unsplit"),
    output: number("out"),
  };
}

function addMessage(pen: Pen, role: SessionMessage["role"], origin: Origin, parts: Part[], responseId?: string) {
  const response = responseId === undefined ? {} : { responseId };
  const time = sketchTime(pen.seconds);
  pen.messages.push({ id: `msg_${pen.messages.length}`, agent: pen.agent, role, origin, parts, time, ...response });
}

const textPart = (pen: Pen, text: string): Part => ({ id: nextId(pen), type: "text", text: repeatText(text) });

function nextId(pen: Pen): string {
  pen.count += 1;
  return `p${pen.count}`;
}

function repeatText(text: string): string {
  const match = /^(.*?)\s*×(\d+)$/s.exec(text);
  return match ? `${match[1]} `.repeat(Number(match[2])).trim() : text;
}
