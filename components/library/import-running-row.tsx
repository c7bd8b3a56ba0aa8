"use client";
import { LoaderCircle } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { useSay } from "@/components/words/words-provider";
import { progressText } from "@/lib/view-models/library/upload-plan";
import { sentence } from "@/lib/wording/say";
import type { ImportEntry } from "./import-types";

const PHASE = {
  waiting: sentence("waiting"),
  checking: sentence("computing the checksum"),
  sending: sentence("sending"),
  sent: sentence("uploaded, not read yet"),
  working: sentence("reading"),
} as const;

type Props = { entry: ImportEntry; onCancel: () => void; hasTime?: boolean };

/** A running import: progress bar, bytes, rate, time left, and a cancel button. */
export function ImportRunningRow({ entry, onCancel, hasTime = false }: Props) {
  const say = useSay();
  const phase = say(PHASE[entry.phase as keyof typeof PHASE] ?? entry.phase);
  const isMoving = entry.phase === "sending" || entry.phase === "working";
  const rows = entry.rowsRead > 0 ? say(" · {rows} rows", { rows: entry.rowsRead.toLocaleString("en-GB") }) : "";
  return (
    <tr className="border-line border-b">
      <td className="h-9 pl-4 text-acc">
        <LoaderCircle aria-hidden className="size-4 stroke-[1.75]" />
      </td>
      <th scope="row" className="max-w-70 truncate px-2 font-medium">
        {entry.name}
      </th>
      <td className="px-2 text-tx2">{phase}</td>
      <td colSpan={hasTime ? 8 : 7} className="px-2">
        <span className="flex items-center gap-3">
          <Progress
            label={`${entry.name}: ${phase}`}
            value={
              isMoving && entry.total > 0
                ? entry.done / entry.total
                : entry.phase === "waiting" || entry.phase === "sent"
                  ? 0
                  : undefined
            }
          />
          <span className="tabular whitespace-nowrap text-tx2">
            {isMoving ? progressText(entry, say) : ""}
            {rows}
          </span>
        </span>
      </td>
      <td className="pr-4 text-right">
        <Button size="sm" variant="quiet" className="text-acc" onClick={onCancel}>
          {say("Cancel")}
        </Button>
      </td>
    </tr>
  );
}
