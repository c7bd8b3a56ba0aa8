"use client";
import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { SessionSummary } from "@/lib/api/schemas/session";
import { type ModelLine, modelLines, statementOfLines } from "@/lib/view-models/session/several-models";
import { useModelNames } from "./ask-model";
import { useStatement } from "./use-statement";

type Props = { summary: SessionSummary; first: string; onClose: () => void };

/** Asks at which request each model began to answer, if the session may have used several. */
export function SeveralModels({ summary, first, onClose }: Props) {
  const say = useSay();
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={say("Several models")}
        description={say("Request numbers of the main agent")}
        className="max-w-140"
      >
        <LinesForm summary={summary} first={first} />
      </DialogContent>
    </Dialog>
  );
}

function LinesForm({ summary, first }: Pick<Props, "summary" | "first">) {
  const say = useSay();
  const list = useId();
  const names = useModelNames();
  const { isBusy, said, state } = useStatement(summary.id);
  const [lines, setLines] = useState(() => modelLines(summary.stated, first));
  const statement = statementOfLines(lines);
  const change = (at: number, next: Partial<ModelLine>) =>
    setLines(lines.map((line, index) => (index === at ? { ...line, ...next } : line)));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (statement.ok) state({ ...statement.value, window: summary.stated?.window ?? null, scope: "session" });
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-2 px-4 py-3 text-small">
      <datalist id={list}>
        {names.map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone, and keeps its fields there
        <div key={at} className="flex flex-wrap items-center gap-2">
          <span className="w-24 shrink-0 text-tx2">{say("from request")}</span>
          <TextInput
            className="w-20"
            inputMode="numeric"
            aria-label={say("First request of model {number}", { number: at + 1 })}
            disabled={at === 0}
            value={line.from}
            onChange={(event) => change(at, { from: event.target.value })}
          />
          <TextInput
            className="min-w-40 flex-1"
            list={list}
            aria-label={say("Model {number}", { number: at + 1 })}
            placeholder={say("Model")}
            value={line.model}
            onChange={(event) => change(at, { model: event.target.value })}
          />
          {at === 0 ? (
            <span className="w-7" />
          ) : (
            <IconButton
              label={say("Remove model {number}", { number: at + 1 })}
              onClick={() => setLines(lines.filter((_, index) => index !== at))}
            >
              <X aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <Button onClick={() => setLines([...lines, { from: "", model: "" }])}>
          <Plus aria-hidden />
          {say("Another model")}
        </Button>
        <Button type="submit" variant="primary" disabled={isBusy || !statement.ok}>
          {say("Save")}
        </Button>
        <span role="status" className="min-w-0 flex-1 text-tx2">
          {said ?? (statement.ok ? "" : say(statement.why))}
        </span>
      </div>
    </form>
  );
}
