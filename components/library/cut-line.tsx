"use client";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import { toCutLine } from "@/lib/view-models/library/import-report";
import type { FileReport } from "../../lib/api/schemas/import-report";
import { CutActions } from "./cut-actions";
import type { ImportQueue } from "./import-queue";
import type { FoundFiles } from "./import-types";

type Props = { report: FileReport; found: FoundFiles | null; queue: ImportQueue | null };

/** A last line in which the file ends: the place, the text with a mark at its end, what that leaves open, and what to do. */
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
                "The client was still writing, or was killed. Drop the file again when it is whole; the library then knows this one as its copy.",
              )
            : say(
                "The client was still writing, or was killed. If it still runs, Winnow can follow the folder and put the line in when it is whole.",
              )}
        </p>
        {found === null || queue === null ? null : <CutActions report={report} found={found} queue={queue} />}
      </div>
    </div>
  );
}
