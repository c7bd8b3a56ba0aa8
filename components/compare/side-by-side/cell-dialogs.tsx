"use client";
import { Search } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { ProvenanceMark } from "@/components/ui/provenance-mark";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { type AlignedCell, type AlignedRow, reasonText } from "@/lib/view-models/compare/aligned-transcript";
import type { InsertedMessage } from "@/lib/view-models/compare/inserted-messages";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import { choiceName } from "@/lib/view-models/compare/strategy-choice";
import { formatTokens } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import type { Chosen, OpenCell, StrategyChoice } from "../shared/compare-types";
import { TextDifferenceView } from "./text-difference-view";
import { type RefQuery, useReference } from "./use-reference";
import { useWholePart } from "./use-whole-part";

type Props = {
  /** The open cell of the transcript; null: none. */
  open: OpenCell | null;
  session: SessionRequest;
  chosen: readonly Chosen[];
  rows: readonly AlignedRow[];
  model: string | null;
  onClose: () => void;
};

/** The dialog of a cell: the edit, the original that was put aside, or the inserted message. */
export function CellDialogs({ open, session, chosen, rows, model, onClose }: Props) {
  const say = useSay();
  const entry = open ? chosen[open.strategy] : undefined;
  const cell = open?.row.cells[open.strategy] ?? null;
  const name = entry ? choiceName(entry.choice.id, say) : "";
  return (
    <>
      <EditDialog
        sessionId={session.id}
        name={name}
        partId={open?.row.part?.id ?? null}
        cell={cell?.status === "edited" ? cell : null}
        onClose={onClose}
      />
      <RefDialog
        reference={cell?.status === "aside" ? cell.reference : null}
        session={session}
        choice={entry?.choice ?? null}
        onClose={onClose}
      />
      <InsertedDialog
        message={cell?.status === "inserted" ? cell : null}
        strategy={name}
        rows={rows}
        model={model}
        onClose={onClose}
      />
    </>
  );
}

type EditDialogProps = {
  sessionId: string;
  name: string;
  partId: string | null;
  /** The edited cell; null closes the dialog. */
  cell: Extract<AlignedCell, { status: "edited" }> | null;
  onClose: () => void;
};

/** How a strategy changed a part: removed lines with −, added lines with +. */
function EditDialog({ sessionId, name, partId, cell, onClose }: EditDialogProps) {
  const say = useSay();
  const original = useWholePart(sessionId, cell ? partId : null);
  return (
    <Dialog open={cell !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {cell ? (
        <DialogContent
          title={name}
          description={say("{reason}: {before} → {after} tokens", {
            reason: reasonText(cell.reason, say),
            before: formatTokens(cell.before),
            after: formatTokens(cell.before - cell.saved),
          })}
          className="max-w-240"
        >
          <section
            aria-label={say("Difference")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto"
          >
            {original.failure ? (
              <p className="p-4 text-bad text-small">{original.failure}</p>
            ) : original.text === null ? (
              <LoadingLine>{say("Loading the original…")}</LoadingLine>
            ) : (
              <TextDifferenceView before={original.text} after={cell.text} />
            )}
          </section>
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

type InsertedDialogProps = {
  /** The inserted message; null closes the dialog. */
  message: InsertedMessage | null;
  strategy: string;
  rows: readonly AlignedRow[];
  /** The model that wrote the summaries; null if a rule did. */
  model: string | null;
  onClose: () => void;
};

/** A message inserted by a strategy, and the parts it is based on. */
function InsertedDialog({ message, strategy, rows, model, onClose }: InsertedDialogProps) {
  const say = useSay();
  return (
    <Dialog open={message !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {message ? (
        <DialogContent
          title={say("{name} of {strategy}", { name: message.name, strategy })}
          description={say("{tokens} tokens, step {step}", {
            tokens: formatTokens(message.tokens),
            step: message.step,
          })}
          className="max-w-240"
          actions={<CopyButton size="sm" label={say("Copy")} text={() => message.text} />}
        >
          <Origin message={message} rows={rows} model={model} />
          <section
            aria-label={say("Text")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-auto"
          >
            <pre className="whitespace-pre-wrap break-words px-4 py-2 text-code">{message.text}</pre>
          </section>
        </DialogContent>
      ) : null}
    </Dialog>
  );
}

function Origin({ message, rows, model }: Pick<InsertedDialogProps, "rows" | "model"> & { message: InsertedMessage }) {
  const say = useSay();
  const { standsFor, kind, reason } = message;
  const tokens = useMemo(() => standsFor.reduce((sum, at) => sum + (rows[at]?.part.tokens ?? 0), 0), [standsFor, rows]);
  const [first, last] = [standsFor[0], standsFor.at(-1)];
  const writer =
    kind === "note" ? say("a note from the strategy") : model === null ? say("by rule from the transcript") : model;
  return (
    <dl className="tabular flex flex-wrap gap-x-6 gap-y-1 border-line border-b px-4 py-2 text-small">
      <Fact label={say("written")}>{writer}</Fact>
      <Fact label={say("because of")}>{reasonText(reason, say)}</Fact>
      <Fact label={say("replaces")}>
        <ProvenanceMark
          basis="estimated"
          detail={say("Tokens are counted with this run's tokenizer.")}
          className="-my-1 align-middle"
        >
          {first === undefined || last === undefined
            ? say("not part of the original")
            : say("{count} parts, {first} to {last}, {tokens} tokens", {
                count: formatTokens(standsFor.length),
                first: first + 1,
                last: last + 1,
                tokens: formatTokens(tokens),
              })}
        </ProvenanceMark>
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-tx3">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type RefDialogProps = {
  reference: string | null;
  session: SessionRequest;
  choice: StrategyChoice | null;
  onClose: () => void;
};

const WHOLE: RefQuery = { start: "", end: "", grep: "" };

/** Shows an output that was put aside, as an agent would fetch it: in full, by lines, or by pattern. */
function RefDialog({ reference, session, choice, onClose }: RefDialogProps) {
  const say = useSay();
  const [query, setQuery] = useState(WHOLE);
  const answer = useReference(reference, query, { session, choice });
  const close = () => {
    setQuery(WHOLE);
    onClose();
  };
  return (
    <Dialog open={reference !== null} onOpenChange={(isOpen) => !isOpen && close()}>
      <DialogContent
        title={<code>{reference}</code>}
        description={
          answer.data
            ? say("{tool}, {tokens} tokens, {total_lines} lines", {
                tool: answer.data.tool ?? say("tool output"),
                tokens: formatTokens(answer.data.tokens),
                total_lines: formatTokens(answer.data.total_lines),
              })
            : say("put aside")
        }
        className="max-w-240"
      >
        <QueryForm key={reference} onQuery={setQuery} />
        <section
          aria-label={say("Original text")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable by keyboard
          tabIndex={0}
          className="min-h-40 flex-1 overflow-auto border-line border-t"
        >
          {answer.failure ? (
            <p className="p-4 text-bad text-small">{problemText({ message: answer.failure }, say)}</p>
          ) : null}
          {answer.data ? (
            <pre className="whitespace-pre-wrap break-words px-4 py-2 text-code">
              {answer.data.text || say("Nothing matches.")}
            </pre>
          ) : answer.failure ? null : (
            <LoadingLine>{say("Loading the original…")}</LoadingLine>
          )}
        </section>
        {reference ? (
          <p className="truncate border-line border-t px-4 py-2 font-mono text-micro text-tx3">{answer.url}</p>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function QueryForm({ onQuery }: { onQuery: (query: RefQuery) => void }) {
  const say = useSay();
  const [draft, setDraft] = useState(WHOLE);
  const set = (change: Partial<RefQuery>) => setDraft((before) => ({ ...before, ...change }));
  return (
    <form
      className="flex flex-wrap items-center gap-2 px-4 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        onQuery(draft);
      }}
    >
      <TextInput
        className="w-24"
        inputMode="numeric"
        aria-label={say("First line")}
        placeholder={say("start")}
        value={draft.start}
        onChange={(event) => set({ start: event.target.value })}
      />
      <TextInput
        className="w-24"
        inputMode="numeric"
        aria-label={say("Last line")}
        placeholder={say("end")}
        value={draft.end}
        onChange={(event) => set({ end: event.target.value })}
      />
      <TextInput
        className="w-60"
        icon={<Search />}
        aria-label={say("Pattern")}
        placeholder={say("grep")}
        value={draft.grep}
        onChange={(event) => set({ grep: event.target.value })}
      />
      <Button type="submit">{say("Fetch")}</Button>
    </form>
  );
}
