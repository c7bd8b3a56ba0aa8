"use client";
import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import { readAgainText } from "@/lib/view-models/library/import-summary";
import { joinSentences } from "@/lib/wording/join-sentences";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { followStore } from "./follow-store";
import type { ImportQueue } from "./import-queue";
import { type FoundFiles, type ImportEntry, isRunning } from "./import-types";

type Props = { report: FileReport; found: FoundFiles; queue: ImportQueue };
const NONE: readonly ImportEntry[] = [];

/** Follows the folder of a file that was still being written, or reads the file as it is now. */
export function CutActions({ report, found: { root, title, paths }, queue }: Props) {
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
    setFollowed(failure === null ? say("{title} is followed.", { title }) : say.known(failure));
    // Following reads what is written from now on, and the line may have been completed before.
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
