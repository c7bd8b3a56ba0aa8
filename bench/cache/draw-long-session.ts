import type { Session } from "@/lib/transcript/session";
import { UNKNOWN_USAGE } from "@/lib/transcript/usage";

/**
 * A session with prompts of up to about `prompt` tokens. Each request adds a call and a result; at the peak the client
 * compacts. Usage is that of a cache with a time to live of five minutes.
 */
export function drawLongSession(requests: number, prompt: number, perRequest: number): Session {
  const head = 16_000;
  const messages: Session["messages"][number][] = [];
  const responses: Session["responses"][number][] = [];
  const events: Session["events"][number][] = [];
  const say = (role: "user" | "assistant" | "tool", part: object, extra: object = {}) => {
    const id = `p${messages.length}`;
    const origin = role === "user" ? "typed" : role === "assistant" ? "model" : "tool";
    messages.push({
      id: `m${messages.length}`,
      role,
      origin,
      agent: "main",
      parts: [{ id, ...part }],
      ...extra,
    } as never);
  };
  say("user", { type: "text", text: "Please build it." });
  let total = prompt - perRequest * 20;
  let read = 0;
  for (let index = 0; index < requests; index += 1) {
    const startedAt = new Date(Date.UTC(2026, 0, 1) + index * 20_000).toISOString();
    const endedAt = new Date(Date.UTC(2026, 0, 1) + index * 20_000 + 9_000).toISOString();
    const usage = { ...UNKNOWN_USAGE, uncachedInput: 3, cacheRead: read, cacheWrite5m: total - 3 - read, output: 60 };
    const id = `r${index}`;
    responses.push({
      id,
      agent: "main",
      model: "claude-sonnet-4-5",
      messageIndex: messages.length,
      usage,
      startedAt,
      endedAt,
    });
    say(
      "assistant",
      { type: "tool-call", toolCallId: `c${index}`, toolName: "Bash", input: { command: `step ${index}` } },
      { responseId: id },
    );
    say("tool", {
      type: "tool-result",
      toolCallId: `c${index}`,
      output: [{ type: "text", text: `line ${index} `.repeat(perRequest / 4) }],
      isError: false,
    });
    read = total - 3;
    total += perRequest;
    if (total < prompt + perRequest * 20) continue;
    events.push({ agent: "main", atMessage: messages.length, type: "compaction", trigger: "auto" });
    say("user", { type: "text", text: "Summary of the work so far. ".repeat(200) });
    read = head;
    total = prompt - perRequest * 20;
  }
  return {
    version: 1,
    id: "ses_long",
    format: "drawn",
    client: null,
    clientVersions: [],
    title: "long",
    project: null,
    files: [],
    agents: [{ id: "main", kind: "main", parent: null }],
    messages,
    responses,
    events,
    tools: [],
    rows: { read: 0, interpreted: 0, kept: 0, bad: 0, blank: 0, pendingBytes: 0 },
    keptRows: [],
    issues: [],
  };
}
