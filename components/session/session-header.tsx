"use client";
import dynamic from "next/dynamic";
import { useSay } from "@/components/words/words-provider";
import { nameClient } from "@/lib/read-models/library-item";
import { statedModels } from "@/lib/view-models/session/stated-models";
import type { Say } from "@/lib/wording/say";
import type { SessionSummary } from "../../lib/api/schemas/session";
import { ClientTotals } from "./client-totals";
import { ImportNotes } from "./import-notes";
import { timeSpan } from "./local-time";
import { ModelQuestion } from "./model-question";
import { SessionKeyFigures } from "./session-key-figures";

/** Only a session whose window is unknown has the question. */
const WindowQuestion = dynamic(() =>
  import("@/components/models/window-question").then((module) => module.WindowQuestion),
);

type Props = {
  summary: SessionSummary;
  /** The page itself asks for a model that the log does not name. */
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
      <div className="flex min-w-0 flex-col justify-center pl-4 max-md:py-2 max-md:pr-4 max-sm:pl-3">
        <h1 className="truncate font-semibold text-title" title={summary.title}>
          {summary.title || say("Untitled session")}
        </h1>
        <p className="truncate text-small text-tx2" title={allFacts.join(" · ")}>
          {facts.join(" · ")}
        </p>
        <p suppressHydrationWarning className="truncate text-micro text-tx3">
          {when}
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
 * `claude-sonnet-4-5` of `claude-sonnet-4-5-20250929`, and of further models no maker: the line has room for the names, not for
 * the days of their releases.
 */
const shortly = (model: string, index: number): string =>
  (index === 0 ? model : model.replace(/^claude-/, "")).replace(/-\d{8}$/, "");

/** The models of the log; one that only the reader named is marked as set by you. */
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
