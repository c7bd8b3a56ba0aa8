"use client";
import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import { toCutLine } from "@/lib/view-models/library/import-report";
import { readAgainText } from "@/lib/view-models/library/import-summary";
import { joinSentences } from "@/lib/wording/join-sentences";
import { problemText } from "@/lib/wording/problem-text";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { followStore } from "./follow-store";
import type { ImportQueue } from "./import-queue";
import { type FoundFiles, type ImportEntry, isRunning } from "./import-types";

type Props = { report: FileReport; found: FoundFiles | null; queue: ImportQueue | null };

/** A truncated last line: the place, the text with a mark at its end, what remains unknown, and what to do. */
export function CutLineBox({ report, found, queue }: Props) {
  const say = useSay();
  const cut = toCutLine(report, say);
  if (cut === null) return null;
  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
      <div className="min-w-0">
        <p className="text-small">
          <Chip tone="warn" className="mr-2">
            {say("cut off")}
          </Chip>
          <span className="font-semibold">{cut.title}</span>
          <span className="ml-2 text-tx3">{cut.code}</span>
        </p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
          tabIndex={0}
          className="mt-2 overflow-x-auto rounded-chip border border-line bg-bg px-2 py-1.5 text-code"
        >
          <span className="mr-3 select-none text-tx3">{cut.line}</span>
          {cut.head}
          {cut.tail === "" ? null : (
            <>
              <span className="select-none text-tx3"> … </span>
              {cut.tail}
            </>
          )}
          <span className="text-warn">▏</span>
          {"\n"}
          <span className="text-warn">↑ {cut.mark}</span>
        </pre>
        <p className="mt-2 text-small text-tx2">
          <strong className="font-semibold text-tx">{say("Kept:")}</strong> {cut.kept}{" "}
          <strong className="font-semibold text-tx">{say("Missing:")}</strong> {cut.missing}
        </p>
      </div>
      <div className="text-small">
        <p className="font-semibold">{say("What it means")}</p>
        <p className="mt-1 text-tx2">
          {found === null
            ? say(
                "The client was still writing, or was killed. Drop the file again when it is complete; the library then recognises this one as a copy.",
              )
            : say(
                "The client was still writing, or was killed. If it still runs, Winnow can follow the folder and add the line when it is complete.",
              )}
        </p>
        {found === null || queue === null ? null : <CutActions report={report} found={found} queue={queue} />}
      </div>
    </div>
  );
}

type CutActionsProps = { report: FileReport; found: FoundFiles; queue: ImportQueue };
const NONE: readonly ImportEntry[] = [];

/** Follows the folder of a file still being written, or reads the file's current content. */
function CutActions({ report, found: { root, title, paths }, queue }: CutActionsProps) {
  const say = useSay();
  const [followed, setFollowed] = useState<string | null>(null);
  const [key, setKey] = useState<string | null>(null);
  const entries = useSyncExternalStore(queue.subscribe, queue.snapshot, () => NONE);
  const entry = entries.find((candidate) => candidate.key === key) ?? null;
  const path = paths.length === 1 ? paths[0] : paths.find((candidate) => candidate.endsWith(report.file_name));
  const readAgain = async () => {
    if (path !== undefined) setKey(await queue.addFound(root, title, [path], report.bytes));
  };
  const follow = async () => {
    await followStore.change(root, true);
    const failure = followStore.failure();
    setFollowed(failure === null ? say("Now following {title}.", { title }) : problemText({ message: failure }, say));
    // Following covers only what is written after it starts, and the line may already be complete.
    if (failure === null) await readAgain();
  };
  const isBusy = entry !== null && isRunning(entry);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Button size="sm" variant="primary" disabled={isBusy} onClick={() => void follow()}>
        {say("Follow this file")}
      </Button>
      {path === undefined ? null : (
        <Button size="sm" disabled={isBusy} onClick={() => void readAgain()}>
          {say("Read again")}
        </Button>
      )}
      <span role="status" className="text-tx2">
        {joinSentences([followed, entry && readAgainText(entry, say)], say)}
      </span>
    </div>
  );
}
