import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import { RECORDING_FORMAT } from "../../transcript/copies";
import type { Response } from "../../transcript/session";
import { CaptureWriter } from "../captures/capture-writer";
import { ANTHROPIC, GEMINI } from "../captures/wire-api";
import { withoutBilling } from "../captures/without-billing";
import { finishAll } from "../envelopes";
import type { RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { ItemSession } from "../item-session";
import { readJsonl } from "../jsonl-reader";
import { parsedObject } from "../part-drafts";
import { rowsOf } from "../sample-rows";
import { agentOf, sessionOf } from "./caller";
import { answerIn, apiOfPath, errorIn, modelInPath } from "./recorded-answer";
import { exchangeIn, isHead, type ReadExchange, sessionInTail } from "./recording-row";
import { SharedTexts } from "./shared-text";

/**
 * Recordings of `winnow record`: every request of a client and its answer, as they were transferred. See
 * docs/record.md.
 */
export const recording: Importer = {
  id: RECORDING_FORMAT,
  title: "Winnow recording",

  detect(sample) {
    return rowsOf(sample).some(isHead) ? "the head of a recording" : null;
  },

  async parse(files, _sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = new RecordingReader();
    for (const [index, one] of files.entries()) {
      const failure = await readJsonl(one, index, "utf-8", run, reader.readRow);
      if (failure) return fail(failure);
    }
    const sessions = reader.finish();
    const finished = finishAll(
      sessions.map(({ draft }) => draft),
      file,
      run,
    );
    if (!finished.ok) return finished;
    const spoken = sessions.filter(({ draft }) => draft.messages.length > 0);
    return ok(
      finished.value.map((session, at) => {
        const captured = spoken[at]?.writer.captured;
        return captured ? { ...session, captured } : session;
      }),
    );
  },
};

/** A call that waits until a main agent's call has been written. */
type Waiting = { readonly call: ReadExchange; readonly body: JsonObject; readonly source: SourceLocation };

type Recorded = { readonly draft: ItemSession; readonly writer: CaptureWriter; waiting: Waiting[] | null };

/** Maximum number of calls without tools before the main agent's first call: titles, key checks. */
const MAX_WAITING = 20;

class RecordingReader {
  private readonly bySession = new Map<string, Recorded>();
  private texts = new SharedTexts();
  private client: string | null = null;
  /** The id in the client's own log, for calls without a session id. */
  private logged = "";
  /** The session of the last call that had one. */
  private current = "";
  private readonly geminiAnswers: Response[] = [];

  readonly readRow = (row: unknown, source: SourceLocation): RowVerdict => {
    if (isHead(row)) {
      this.client = asText(asObject(row)?.client);
      this.texts = new SharedTexts();
      return "interpreted";
    }
    const logged = sessionInTail(row);
    if (logged !== null) {
      this.logged = logged;
      return "interpreted";
    }
    const call = exchangeIn(row);
    if (call === null) return { bad: "invalid-row", message: `Line ${source.line} is not an exchange of a recording.` };
    // Every body is restored, even if its call is not read, because later bodies refer to it.
    const text = call.body === null ? "" : this.texts.restore(call.number, call.body);
    if (text === null)
      return { bad: "lost-reference", message: `The request in line ${source.line} refers to a missing one.` };
    const api = apiOfPath(call.path);
    if (api === null) return { kept: "other-call" };
    const given = parsedObject(text);
    if (given === null) return { kept: "no-body" };
    if (call.answer === null && call.problem === null) return { kept: "no-answer" };
    const body = { ...(api === ANTHROPIC ? withoutBilling(given) : given) };
    body.model ??= modelInPath(call.path);
    return this.take({ call, body, source });
  };

  /** The main agent has tools. An earlier call without tools, for a title or a check, belongs to another agent. */
  private take(waiting: Waiting): RowVerdict {
    const session = this.sessionFor(waiting);
    if (session.waiting === null) return this.write(session, waiting);
    const hasTools = (asArray(waiting.body.tools)?.length ?? 0) > 0;
    if (!hasTools && session.waiting.length < MAX_WAITING) {
      session.waiting.push(waiting);
      return "interpreted";
    }
    this.release(session, hasTools);
    return this.write(session, waiting);
  }

  finish(): readonly Recorded[] {
    for (const session of this.bySession.values()) this.release(session);
    const unnamed = this.bySession.get("");
    if (unnamed) unnamed.draft.logId = this.logged;
    fillReads(this.geminiAnswers);
    return [...this.bySession.values()];
  }

  private release(session: Recorded, isBeside = false): void {
    const { waiting } = session;
    session.waiting = null;
    for (const one of waiting ?? []) this.write(session, one, isBeside);
  }

  private sessionFor({ call, body }: Waiting): Recorded {
    this.current = sessionOf(call.headers, body) ?? this.current;
    const known = this.bySession.get(this.current);
    if (known) return known;
    const draft = new ItemSession(RECORDING_FORMAT, this.client);
    draft.logId = this.current;
    const made = { draft, writer: new CaptureWriter(draft), waiting: [] };
    this.bySession.set(this.current, made);
    return made;
  }

  private write({ writer, draft }: Recorded, { call, body, source }: Waiting, isBeside = false): RowVerdict {
    const api = apiOfPath(call.path);
    if (api === null) return { kept: "other-call" };
    const { answer: text, status, startedAt, endedAt } = call;
    const isRefused = status !== null && status >= 400;
    const found = text === null || isRefused ? null : answerIn(text, api);
    // The usage of a call that was cut off is unknown.
    const answer = found && call.end !== "complete" ? { ...found, usage: null, usageMetadata: null } : found;
    const error = answer === null ? errorOf(call) : null;
    const part = agentOf(call.headers);
    const capture = { body, answer, error, startedAt, endedAt, isBeside, ...(part !== null && { part }) };
    const version = /^(?:claude-cli|codex_[a-z_]+|opencode|GeminiCLI[^/]*|QwenCode|pi)\/v?([\d.]+)/.exec(
      asText(call.headers["user-agent"]) ?? "",
    )?.[1];
    if (version) draft.versions.add(version);
    const written = writer.write(capture, source, api);
    if (!written.ok) return { bad: "invalid-row", message: written.error.message };
    if (api === GEMINI) this.geminiAnswers.push(...listOf(written.value));
    return "interpreted";
  }
}

/**
 * Gemini leaves out a count of zero, as protocol buffers do in JSON. If any of its answers has a number of cached
 * tokens, the others read none. If no answer has one, the reads are unknown.
 */
function fillReads(answers: readonly Response[]): void {
  if (!answers.some(({ usage }) => usage && usage.cacheRead !== null)) return;
  for (const answer of answers)
    if (answer.usage?.cacheRead === null) Object.assign(answer, { usage: { ...answer.usage, cacheRead: 0 } });
}

function errorOf({ answer, status, problem, end }: ReadExchange) {
  const said = answer === null ? null : errorIn(answer);
  const message =
    said ??
    problem ??
    (end === "cancelled" ? "The client cancelled the request." : `The provider answered ${status ?? "nothing"}.`);
  return { message: message.slice(0, 500), ...(status !== null && { status }) };
}
