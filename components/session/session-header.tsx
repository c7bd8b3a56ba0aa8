"use client";
import dynamic from "next/dynamic";
import { useSay } from "@/components/words/words-provider";
import { nameClient } from "@/lib/read-models/library-item";
import { statedModels } from "@/lib/view-models/session/stated-models";
import { formatCount, formatMoney, formatTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import type { SessionSummary } from "../../lib/api/schemas/session";
import { timeSpan } from "./local-time";
import { ModelQuestion } from "./model-question";
import { SessionKeyFigures } from "./session-key-figures";

const WindowQuestion = dynamic(() =>
  import("@/components/models/window-question").then((module) => module.WindowQuestion),
);

type Props = {
  summary: SessionSummary;
  /** The page itself asks for a model that the log lacks. */
  isModelAskedBelow?: boolean;
};

export function SessionHeader({ summary, isModelAskedBelow = false }: Props) {
  const say = useSay();
  const client = [nameClient(summary.client ?? summary.format), summary.client_version].filter(Boolean).join(" ");
  const when = timeSpan(summary.started_at, summary.ended_at, say);
  const facts = [client, modelFact(summary, shortly, say)];
  const allFacts = [client, modelFact(summary, (model) => model, say)];
  return (
    <header className="flex min-h-15 shrink-0 items-stretch justify-between gap-6 border-line border-b max-md:flex-col max-md:gap-0">
      <div className="flex min-w-0 flex-col justify-center py-1 pl-4 max-md:py-2 max-md:pr-4 max-sm:pl-3">
        <h1 className="truncate font-semibold text-title" title={summary.title}>
          {summary.title || say("Untitled session")}
        </h1>
        <p className="flex min-w-0 text-small text-tx2 max-sm:flex-col">
          <span className="truncate" title={allFacts.join(" · ")}>
            {facts.join(" · ")}
          </span>
          <span suppressHydrationWarning className="shrink-0 truncate sm:before:mx-1 sm:before:content-['·']">
            {[when, formatCount(summary.counts.responses, "request", say)].filter(Boolean).join(" · ")}
          </span>
        </p>
        {isModelAskedBelow ? null : <ModelQuestion summary={summary} />}
        {summary.window.tokens === null && summary.models.length > 0 ? (
          <WindowQuestion session={summary.id} models={summary.models} />
        ) : null}
        <ClientTotals summary={summary} />
        <ImportNotes notes={summary.import_notes ?? []} />
      </div>
      <SessionKeyFigures summary={summary} />
    </header>
  );
}

/**
 * `claude-sonnet-4-5` for `claude-sonnet-4-5-20250929`, and without the maker for further models, because the line has
 * room for names, not for release dates.
 */
const shortly = (model: string, index: number): string =>
  (index === 0 ? model : model.replace(/^claude-/, "")).replace(/-\d{8}$/, "");

/** The log's models; a model that only the reader stated is marked as set by the reader. */
function modelFact(
  { models, stated }: SessionSummary,
  nameOf: (model: string, index: number) => string,
  say: Say,
): string {
  if (models.length === 0) return say("model unknown");
  const said = stated === null ? [] : statedModels(stated);
  return models
    .map((model, index) => {
      const name = nameOf(model, index);
      return said.includes(model) ? say("{model} (set by you)", { model: name }) : name;
    })
    .join(", ");
}

/** The note on totals that differ, which the session's page replaces with a table of these totals. */
const SHOWN_AS_TABLE = "totals-differ";

/** Notes of the import: bad lines, totals that belong to no single call, usage that is probably in another file. */
function ImportNotes({ notes: all }: { notes: SessionSummary["import_notes"] }) {
  const say = useSay();
  const notes = all.filter(({ code }) => code !== SHOWN_AS_TABLE);
  if (notes.length === 0) return null;
  return (
    <details className="text-small text-warn">
      <summary className="cursor-pointer">
        {say("{count, plural, one {# note} other {# notes}} of the import", { count: notes.length })}
      </summary>
      <ul className="max-w-[84ch] py-1 text-tx2">
        {notes.map((note) => (
          <li key={`${note.code}-${note.line}-${note.message}`}>
            {problemText(note, say)}
            {note.line > 0 ? (
              <span className="tabular ml-2 text-tx3">{say("line {line}", { line: note.line })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The client's own totals, if they differ from the sum of the logged calls. */
export function ClientTotals({ summary }: { summary: Pick<SessionSummary, "client_totals" | "cost"> }) {
  const say = useSay();
  const { client_totals: totals, cost } = summary;
  if (!totals?.differs) return null;
  return (
    <details className="text-small text-tx2">
      <summary className="cursor-pointer">
        {cost.amount === null
          ? say("The client reports {stated}", { stated: formatMoney(totals.cost) })
          : say("The client reports {stated}; the calls in its log cost {logged}", {
              stated: formatMoney(totals.cost),
              logged: formatMoney(cost.amount, { isFloor: cost.basis === "partial" }),
            })}
      </summary>
      <p className="max-w-[84ch] py-1">
        {say(
          "Clients have their own prices, and make calls that they do not log, such as those for titles. Neither is included in any other figure here.",
        )}
      </p>
      <table className="tabular mb-1 text-left" hidden={totals.models.length === 0}>
        <thead>
          <tr className="text-tx3">
            {[say("model"), say("counted by"), say("prompt tokens"), say("output tokens"), say("cost")].map((name) => (
              <th key={name} className="pr-4 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.models.flatMap(({ model, stated, logged }) =>
            (
              [
                [say("the client"), stated],
                [say("this log"), logged],
              ] as const
            ).map(([who, counted]) => (
              <tr key={`${model} ${who}`}>
                <td className="pr-4">{model}</td>
                <td className="pr-4">{who}</td>
                <td className="pr-4">{formatTokens(counted.prompt_tokens)}</td>
                <td className="pr-4">{formatTokens(counted.output_tokens)}</td>
                <td className="pr-4">{formatMoney(counted.cost)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </details>
  );
}
