import { fail, ok } from "../../conversation/errors";
import type { SourceLocation } from "../../conversation/part";
import { asArray, asCount, asObject, asText, type JsonObject, listOf } from "../../formats/json-fields";
import { unknownShape } from "../describe-file";
import type { ImportRun, RowVerdict } from "../import-run";
import type { Importer, Sample, TranscriptFile } from "../importer";
import type { ItemSession } from "../item-session";
import { readItems } from "../json-items";
import { readJsonl } from "../jsonl-reader";
import { EventReader } from "./event-reader";

/**
 * OpenHands: events of one run (an array or lines; V0 with action and observation, V1 with kind), or the output of a
 * benchmark or of the issue resolver, in which every line is a run with its `history`.
 */
export const openhands: Importer = {
  id: "openhands",
  title: "OpenHands",
  detect(sample) {
    const items = itemsOf(sample);
    if (items.some((item) => isRun(item))) return RUNS;
    return items.some((item) => isEvent(item)) ? "events with source and action, observation or kind" : null;
  },
  async parse(files, sample, run) {
    const [file] = files;
    if (!file) throw new Error("an import has at least one file");
    const reader = itemsOf(sample).some((item) => isRun(item)) ? new RunsReader(run) : new EventsReader();
    const failure =
      sample.shape === "rows"
        ? await readJsonl(file, 0, sample.encoding, run, reader.interpret)
        : readItems(itemsOf(sample), file, run, reader.interpret);
    if (failure) return fail(failure);
    const drafts = reader.end();
    if (drafts.length === 0) return fail(unknownShape(null));
    return ok(drafts.map((draft, index) => draft.finish([file as TranscriptFile], run, index)));
  },
};

const RUNS = "runs with instance_id or an issue, and a history of events";

/** The first rows, the items of a list, or the single run that makes up the file. */
function itemsOf(sample: Sample): readonly unknown[] {
  if (sample.shape === "rows") return sample.rows;
  if (sample.shape !== "value") return [];
  const list = asArray(sample.value);
  if (list) return list;
  const value = asObject(sample.value);
  return value && isRun(value) ? [value] : [];
}

/** The events of a run. The oldest outputs pair every action with its observation. */
function eventsOf(run: JsonObject | null): readonly unknown[] | null {
  const history = asArray(run?.history)?.flat(1) ?? null;
  return run && history && isResolverRun(run) ? resolverEvents(history) : history;
}

/** Response ids of the run's model calls, in order. */
const callsOf = (run: JsonObject): string[] =>
  (asArray(asObject(run.metrics)?.response_latencies) ?? []).flatMap(
    (call) => asText(asObject(call)?.response_id) ?? [],
  );

function isRun(item: unknown): boolean {
  const run = asObject(item);
  if (run && isResolverRun(run)) return true;
  const history = eventsOf(run);
  return asText(run?.instance_id) !== null && history !== null && (history.length === 0 || history.some(isEvent));
}

function isEvent(item: unknown): boolean {
  const event = asObject(item);
  if (!event) return false;
  if (typeof event.kind === "string" && /Event$|^Condensation$/.test(event.kind)) return asText(event.source) !== null;
  const isAction = asText(event.action) !== null && asObject(event.args) !== null;
  const isObservation = asText(event.observation) !== null && "content" in event;
  const isFrom = event.source === undefined || /^(?:agent|user|environment)$/.test(asText(event.source) ?? "");
  return isFrom && (isAction || isObservation) && "message" in event;
}

/** Reads a file in which all events are one session. */
class EventsReader {
  private readonly reader = new EventReader();

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const event = asObject(value);
    return event ? this.reader.read(event, source) : badEvent(source.line);
  };

  end(): ItemSession[] {
    return [this.reader.end()];
  }
}

/** Reads a file in which every run is a session. Its events have the place of the run's line. */
class RunsReader {
  private readonly drafts: ItemSession[] = [];

  constructor(private readonly run: ImportRun) {}

  readonly interpret = (value: unknown, source: SourceLocation): RowVerdict => {
    const row = asObject(value);
    const history = eventsOf(row);
    if (!row || !history) return { kept: "run without history" };
    const reader = new EventReader(history, callsOf(row));
    for (const event of history) this.event(asObject(event), reader, source);
    this.drafts.push(describe(reader.end(), row, source));
    return "interpreted";
  };

  end(): ItemSession[] {
    return this.drafts;
  }

  /** Only events that are not understood are counted as items, in addition to the line. */
  private event(event: JsonObject | null, reader: EventReader, source: SourceLocation) {
    const verdict = event ? reader.read(event, source) : badEvent(source.line);
    if (verdict !== "interpreted") this.run.settle(verdict, source);
  }
}

function describe(draft: ItemSession, row: JsonObject, source: SourceLocation): ItemSession {
  const error = asText(row.error);
  const issue = issueOf(row);
  draft.logId = asText(row.instance_id) ?? issue?.id ?? "";
  draft.statedCost = asCount(asObject(row.metrics)?.accumulated_cost) || null;
  draft.title = asText(row.instance_id) ?? issue?.title ?? null;
  draft.project = asText(asObject(row.instance)?.repo) ?? issue?.repo ?? null;
  if (error !== null) draft.event({ type: "api-error", message: error.slice(0, 500) }, source);
  return draft;
}

const badEvent = (line: number): RowVerdict => ({
  bad: "invalid-row",
  message: `Item ${line} holds an event that is not an object. It was skipped; all others were kept.`,
});

/**
 * True for output of the issue resolver: one issue per line, with the history of its run. Until the end of 2024 its
 * events were flat, without ids, sources and times, and an observation answered the action before it. Source:
 * OpenHands/OpenHands, openhands/resolver/resolver_output.py (read 2026-08).
 */
function isResolverRun(run: JsonObject): boolean {
  return asObject(run.issue) !== null && typeof run.base_commit === "string" && asArray(run.history) !== null;
}

/** The events in the usual shape: an action's arguments are in `args`, and a prompt comes from the user. */
function resolverEvents(history: readonly unknown[]): readonly unknown[] {
  return history.map((value, index) => {
    const event = asObject(value);
    if (!event || typeof event.action !== "string" || asObject(event.args)) return value;
    const { action, ...args } = event;
    // Only the first message is a prompt, because no user replies while the resolver works.
    return { action, args, ...(action === "message" && index === 0 && { source: "user" }) };
  });
}

/** The issue of the run; null if the line is not the resolver's. */
function issueOf(run: JsonObject): { readonly id: string; readonly repo: string; readonly title: string } | null {
  const issue = asObject(run.issue);
  const [owner, name] = [asText(issue?.owner), asText(issue?.repo)];
  if (!issue || owner === null || name === null) return null;
  const repo = `${owner}/${name}`;
  const id = [repo, ...listOf(asCount(issue.number))].join("#");
  return { id, repo, title: asText(issue.title) ?? id };
}
