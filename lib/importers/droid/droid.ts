import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asCount, asObject, asText, type JsonObject } from "../../formats/json-fields";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer } from "../importer";
import { isoTime } from "../iso-time";
import { ItemSession, type PartDraft } from "../item-session";
import { readJsonFile } from "../json-file";
import { readJsonl } from "../jsonl-reader";
import { looseContent } from "../loose-content";
import { textDrafts } from "../part-drafts";

/**
 * Sessions of Factory's Droid, `~/.factory/sessions/<project>/<id>.jsonl`, and `<id>.settings.json` with the model and
 * the token totals of the session. Sources: specstoryai/getspecstory, specstory-cli/pkg/providers/droidcli (2026-08); a
 * real file of 2026-03.
 */
export const droid: Importer = {
  id: "droid",
  title: "Factory Droid",
  limitations: [
    "Droid counts tokens only per session, in a file next to it (<id>.settings.json): no answer has usage, so cost, cache reads and breaks of individual requests are unknown.",
    "The system prompt and tool definitions are not in its log, so prompts here are shorter than what was sent.",
    "A sub-agent's session is a separate file and is imported as a separate session.",
  ],
  unchecked: "tool calls, their results, branches and compactions of Droid",
  detect(sample) {
    if (sample.shape !== "rows") return null;
    const isOwn = sample.rows.some(
      (row) => row.type === "session_start" && ("owner" in row || "sessionTitle" in row || "workspace_root" in row),
    );
    return isOwn ? "session_start with owner or sessionTitle" : null;
  },
  async parse(files, sample, run) {
    const [file, ...companions] = files;
    if (!file || sample.shape !== "rows") throw new Error("parse is only called on what detect claimed");
    const reader = new DroidReader(run);
    for (const [index, companion] of companions.entries()) {
      const source = { file: index + 1, line: 1, byteOffset: 0, byteLength: companion.bytes };
      const settings = await readJsonFile(companion, "utf-8", run);
      run.settle(settings.ok ? reader.readSettings(settings.value, source) : { kept: "a file beside it" }, source);
    }
    const failure = await readJsonl(file, 0, sample.encoding, run, reader.interpret);
    return failure ? fail(failure) : ok([reader.draft.finish(files, run)]);
  },
};

class DroidReader {
  readonly draft = new ItemSession("droid", "Factory Droid");
  private model: string | null = null;
  /** For each message of the log, how many messages the session had after it, and the id of the last one. */
  private readonly messagesBehind = new Map<string, number>();
  private last: string | null = null;

  constructor(private readonly run: ImportRun) {}

  readSettings(value: unknown, source: SourceLocation): RowVerdict {
    const settings = asObject(value);
    const usage = asObject(settings?.tokenUsage);
    if (!settings || (!usage && !("model" in settings))) return { kept: "a file beside it" };
    this.model = asText(settings.model);
    if (usage) this.run.report("usage-of-session-only", totalsIn(usage), source);
    return "interpreted";
  }

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const type = asText(row?.type);
    if (!row || type === null) return { bad: "invalid-row", message: `Line ${source.line} is not a row of Droid.` };
    const time = isoTime(row.timestamp);
    switch (type) {
      case "session_start":
        return this.start(row);
      case "message": {
        this.goBack(row, time, source);
        const verdict = this.message(row, time, source);
        this.last = asText(row.id);
        this.noteEnd();
        return verdict;
      }
      case "compaction_state":
        return this.compaction(row, time, source);
      default:
        return { kept: type };
    }
  };

  private start(row: JsonObject): RowVerdict {
    const session = asObject(row.session);
    this.draft.logId ||= asText(row.id) ?? asText(session?.id) ?? "";
    this.draft.title ??= asText(row.title) ?? asText(row.sessionTitle);
    this.draft.project ??= asText(row.cwd) ?? asText(session?.cwd);
    this.draft.noteTime(isoTime(row.created_at) ?? isoTime(row.timestamp));
    return "interpreted";
  }

  private noteEnd() {
    if (this.last !== null) this.messagesBehind.set(this.last, this.draft.messages.length);
  }

  /** A message whose parent is not the last message begins another branch. */
  private goBack({ parentId }: JsonObject, time: string | null, source: SourceLocation) {
    const keptUntil = this.messagesBehind.get(asText(parentId) ?? "");
    if (keptUntil === undefined || this.draft.messages.slice(keptUntil).every(({ isHidden }) => isHidden)) return;
    const detail = `back to message ${parentId}`;
    this.draft.event({ type: "rewind", detail, keptUntil, ...(time !== null && { time }) }, source);
  }

  private message(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const message = asObject(row.message);
    const parts = looseContent(message?.content);
    if (message?.role === "assistant") return this.answer(row, message, parts, time, source);
    if (message?.role !== "user") return { kept: `message:${asText(message?.role) ?? "unknown"}` };
    const results = parts.filter((part) => part.type === "tool-result");
    const others = parts.filter((part) => part.type !== "tool-result");
    const answered = this.draft.say({ role: "tool", origin: "tool", parts: results, time }, source);
    const said = this.prompt(others, isNotice(row), time, source);
    return answered !== null || said ? "interpreted" : { kept: "message:user (empty)" };
  }

  private prompt(parts: readonly PartDraft[], isNotice: boolean, time: string | null, source: SourceLocation): boolean {
    const isTyped = !isNotice && parts.some((part) => part.type !== "text" || !isReminder(part.text));
    const origin = isTyped ? "typed" : "client";
    return this.draft.say({ role: "user", origin, parts, time, isHidden: isNotice }, source) !== null;
  }

  private answer(
    row: JsonObject,
    message: JsonObject,
    parts: readonly PartDraft[],
    time: string | null,
    source: SourceLocation,
  ): RowVerdict {
    const isHidden = isNotice(row);
    const model = asText(message.model) ?? this.model;
    const answer = this.draft.answer({ id: asText(row.id), parts, model, usage: null, time, isHidden }, source);
    return answer ? "interpreted" : { kept: "message:assistant (empty)" };
  }

  /** From here on, the prompt begins with the summary. */
  private compaction(row: JsonObject, time: string | null, source: SourceLocation): RowVerdict {
    const atMessage = this.draft.messages.length;
    const parts = textDrafts(asText(asObject(row.summary)?.body) ?? asText(row.summary) ?? asText(row.summaryText));
    const summaryIndex = this.draft.say({ role: "user", origin: "summary", parts, time }, source);
    this.draft.compaction({ trigger: "unknown", time, atMessage, summaryIndex }, source);
    this.noteEnd();
    return "interpreted";
  }
}

/** True for a message that only the user sees, which was never sent. */
const isNotice = ({ visibility, message }: JsonObject): boolean =>
  (asObject(message)?.visibility ?? visibility) === "user_only";

const isReminder = (text: string): boolean => /^\s*<system-reminder>[\s\S]*<\/system-reminder>\s*$/.test(text);

/** The first four counters are disjoint. Droid does not say if its output includes the thinking. */
function totalsIn(usage: JsonObject): string {
  const figure = (key: string) => asCount(usage[key]) ?? "an unknown number of";
  const thinking = asCount(usage.thinkingTokens);
  const thought = thinking === null ? "" : `, ${thinking} for thinking`;
  return `Droid reports tokens only for the entire session: ${figure("inputTokens")} in, ${figure("cacheReadTokens")} read from the cache, ${figure("cacheCreationTokens")} written to it, ${figure("outputTokens")} out${thought}. No answer has a part of them.`;
}
