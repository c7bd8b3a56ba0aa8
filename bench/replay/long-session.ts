import { generateExample } from "@/lib/example/generate-example";
import { importTranscript } from "@/lib/importers/import-transcript";
import type { Response, Session, SessionEvent, SessionMessage } from "@/lib/transcript/session";

/**
 * The built-in example, repeated day after day by one agent with another seed each day, up to this many requests. The
 * text resembles an agent's, with a compaction about every hundred requests, but is made up.
 */
export async function longSession(requests: number): Promise<Session> {
  const messages: SessionMessage[] = [];
  const responses: Response[] = [];
  const events: SessionEvent[] = [];
  let frame: Session | null = null;
  for (let day = 1; responses.length < requests; day += 1) {
    const session = mainOnly(await readExample(day));
    frame ??= session;
    const base = messages.length;
    const taken = session.responses.slice(0, requests - responses.length);
    const end =
      taken.length < session.responses.length ? (taken.at(-1)?.messageIndex ?? 0) + 1 : session.messages.length;
    messages.push(...session.messages.slice(0, end).map((message) => renamed(message, day)));
    responses.push(...taken.map((entry) => moved(entry, base, day)));
    events.push(...session.events.filter(({ atMessage }) => atMessage < end).map((event) => shifted(event, base)));
  }
  if (frame === null) throw new RangeError("a session has at least one request");
  return { ...frame, messages, responses, events };
}

async function readExample(seed: number): Promise<Session> {
  const bytes = new TextEncoder().encode(generateExample(seed));
  const open = async function* () {
    yield bytes;
  };
  const file = { name: "example.jsonl", sha256: String(seed).padStart(64, "0"), bytes: bytes.length, open };
  const imported = await importTranscript([file]);
  const [session] = imported.ok ? imported.value.sessions : [];
  if (!session) throw new Error("the example cannot be imported");
  return session;
}

/** Removes sub-agents, so that every message of the session belongs to the main agent. */
function mainOnly(session: Session): Session {
  const isMain = ({ agent }: { agent: string }) => agent === "main";
  const places: number[] = [];
  let kept = 0;
  for (const message of session.messages) {
    places.push(kept);
    if (isMain(message)) kept += 1;
  }
  const place = (index: number) => places[index] ?? kept;
  return {
    ...session,
    messages: session.messages.filter(isMain),
    responses: session.responses.filter(isMain).map((entry) => ({ ...entry, messageIndex: place(entry.messageIndex) })),
    events: session.events.filter(isMain).map((event) => ({ ...event, atMessage: place(event.atMessage) })),
  };
}

const renamed = (message: SessionMessage, day: number): SessionMessage => ({
  ...message,
  id: `${day} ${message.id}`,
  ...(message.responseId !== undefined && { responseId: `${day} ${message.responseId}` }),
  parts: message.parts.map((part) => ({
    ...part,
    id: `${day} ${part.id}`,
    ...("toolCallId" in part && { toolCallId: `${day} ${part.toolCallId}` }),
  })),
});

const moved = (entry: Response, base: number, day: number): Response => ({
  ...entry,
  id: `${day} ${entry.id}`,
  messageIndex: base + entry.messageIndex,
});

function shifted(event: SessionEvent, base: number): SessionEvent {
  const { atMessage } = event;
  if (event.type !== "compaction") return { ...event, atMessage: base + atMessage };
  const { keptFrom: _from, keptUntil: _until, ...plain } = event;
  return { ...plain, atMessage: base + atMessage };
}
