"use client";
import type { ReactElement } from "react";
import { paintLanePicture } from "@/components/canvas/lane-picture";
import { downloadFile } from "@/components/session/download-file";
import { fileName, saveCsv } from "@/components/session/save-csv";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";
import type { AgentCache } from "@/lib/read-models/session-cache";
import type { LaneMark } from "@/lib/view-models/cache/lane-marks";
import { laneTable } from "@/lib/view-models/cache/lane-table";
import type { Say } from "@/lib/wording/say";

type Props = {
  rows: readonly RequestRow[];
  own: AgentCache;
  lanes: readonly LaneMark[];
  window: number | null;
  /** Number of tokens that reads fall back to after several breaks, drawn as a line; null if there is none. */
  floor: number | null;
  zoom: number;
  title: string;
};

/** Saves this agent's lanes as CSV or a picture, both made in the browser. Open when first mounted. */
export function LaneSaving({ trigger, ...props }: Props & { trigger: ReactElement }) {
  const say = useSay();
  const name = `${fileName(props.title)}-${fileName(props.rows[0]?.agent ?? "")}-cache-lanes`;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <DropdownMenuItem onSelect={() => void saveCsv(laneTable({ rows: props.rows, ...props.own }), name)}>
          {say("CSV: every request")}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void savePicture(props, `${name}.png`, say)}>
          {say("PNG: the lanes at this zoom")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

async function savePicture({ lanes, zoom, window, floor, title }: Props, name: string, say: Say) {
  const picture = await paintLanePicture({ lanes, zoom, window, floor, title }, say);
  if (picture) downloadFile(picture, "image/png", name);
}
