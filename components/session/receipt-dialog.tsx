"use client";
import { ChevronLeft, ChevronRight, ImageDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useSingleLetterKeys } from "@/components/shell/shortcut-provider";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { LoadingLine } from "@/components/ui/loading-line";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import type { CompactionAnswer } from "@/lib/api/schemas/compaction";
import { receiptPicture } from "@/lib/exporters/receipt-picture";
import { receiptMarkdown } from "@/lib/view-models/receipt/receipt-text";
import { problemText } from "@/lib/wording/problem-text";
import { Receipt } from "./receipt";
import { savePicture } from "./save-picture";

type Props = {
  sessionId: string;
  agent: string;
  /** The session's; it changes while the session grows. */
  revision: string;
  /** Number of the agent's compaction, from 1. */
  number: number;
  count: number;
  onNumber: (number: number | null) => void;
};

/** With more compactions than this, there are buttons for the previous and the next one only. */
const MAX_BUTTONS = 6;

/** Keys for the previous and the next compaction. */
const STEPS: Readonly<Record<string, number>> = { "[": -1, "]": 1 };

/** What a compaction lost, shown over the transcript. The URL includes it, so that it can be linked. */
export function ReceiptDialog({ sessionId, agent, revision, number, count, onNumber }: Props) {
  const say = useSay();
  const state = useReceipt(sessionId, agent, number - 1, revision);
  const go = (next: number) => next >= 1 && next <= count && onNumber(next);
  const [areLettersOn] = useSingleLetterKeys();
  // The page's keys do nothing in a dialog.
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    const step = STEPS[key];
    if (step !== undefined && areLettersOn && !ctrlKey && !metaKey) go(number + step);
  };
  const receipt = state.status === "done" ? state.data : null;
  return (
    <Dialog open onOpenChange={() => onNumber(null)}>
      <DialogContent
        title={say("Compaction {number} of {count}", { number, count })}
        className="max-w-300"
        onKeyDown={onKeyDown}
        actions={
          <>
            {count > 1 && count <= MAX_BUTTONS ? (
              <SegmentedControl
                label={say("Compaction")}
                value={`${number}`}
                onValueChange={(next) => onNumber(Number(next))}
                segments={Array.from({ length: count }, (_, at) => ({ value: `${at + 1}`, label: `${at + 1}` }))}
              />
            ) : null}
            {count > MAX_BUTTONS ? (
              <>
                <IconButton label={say("Previous")} shortcut="[" disabled={number <= 1} onClick={() => go(number - 1)}>
                  <ChevronLeft />
                </IconButton>
                <IconButton label={say("Next")} shortcut="]" disabled={number >= count} onClick={() => go(number + 1)}>
                  <ChevronRight />
                </IconButton>
              </>
            ) : null}
            {receipt === null ? null : <CopyReceipt receipt={receipt} />}
          </>
        }
      >
        <div className="min-h-0 overflow-y-auto">
          {state.status === "loading" ? (
            <div className="px-4 py-3">
              <LoadingLine>{say("Measuring what was lost…")}</LoadingLine>
            </div>
          ) : null}
          {state.status === "failed" ? (
            <p className="px-4 py-3 text-small text-tx2">{problemText(state, say)}</p>
          ) : null}
          {receipt === null ? null : <Receipt receipt={receipt} place={{ id: sessionId, agent }} />}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** Exports the receipt as Markdown, with the session's texts or figures only, or as a picture of the figures. */
function CopyReceipt({ receipt }: { receipt: CompactionAnswer }) {
  const say = useSay();
  return (
    <span className="flex gap-2 max-sm:hidden">
      <CopyButton text={() => receiptMarkdown(receipt, "figures", say)} label={say("Copy figures")} size="sm" />
      <CopyButton text={() => receiptMarkdown(receipt, "all", say)} label={say("Copy as Markdown")} size="sm" />
      <Button size="sm" onClick={() => void savePicture(receiptPicture(receipt, say), "receipt")}>
        <ImageDown aria-hidden />
        {say("Save picture")}
      </Button>
    </span>
  );
}

type State =
  | { readonly status: "loading" }
  | { readonly status: "done"; readonly data: CompactionAnswer }
  | { readonly status: "failed"; readonly message: string };

/** Receipts by place and revision, so that reopening one does not measure it again. */
const receipts = new Map<string, State>();
const MAX_KEPT = 50;

/** `index` counts the agent's compactions from 0. While the dialog is open, a growing session is not measured again. */
function useReceipt(id: string, agent: string, index: number, revision: string): State {
  const [opened] = useState(revision);
  const key = JSON.stringify([id, agent, index, opened]);
  const [state, setState] = useState<State>({ status: "loading" });
  useEffect(() => {
    const before = receipts.get(key);
    setState(before ?? { status: "loading" });
    if (before) return;
    const controller = new AbortController();
    const query = { agent, compaction: index };
    void callApi("GET /api/sessions/{id}/receipt", { path: { id }, query, signal: controller.signal }).then(
      (called) => {
        if (controller.signal.aborted) return;
        const next: State = called.ok
          ? { status: "done", data: called.value }
          : { status: "failed", message: called.failure.message };
        if (called.ok && receipts.size < MAX_KEPT) receipts.set(key, next);
        setState(next);
      },
    );
    return () => controller.abort();
  }, [key, id, agent, index]);
  return state;
}
