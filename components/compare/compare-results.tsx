"use client";
import { useMemo, useState } from "react";
import { type AlignedRow, alignTranscript } from "@/lib/view-models/aligned-transcript";
import { type ComparisonJson, toMatrix } from "@/lib/view-models/comparison";
import { ColumnSwitch } from "./column-switch";
import type { Chosen } from "./compare-types";
import { EditDialog } from "./edit-dialog";
import { LossPanels } from "./loss-panels";
import { Matrix } from "./matrix";
import { RefDialog } from "./ref-dialog";
import { SideBySide } from "./side-by-side";
import { TakeAway } from "./take-away";
import type { CompareState, SetCompareState } from "./use-compare-state";
import { useContextParts } from "./use-context-parts";

type ResultsProps = {
  id: string;
  agent: string;
  at: number;
  chosen: readonly Chosen[];
  data: ComparisonJson;
  column: number;
  state: CompareState;
  setState: SetCompareState;
};

/** Matrix, take-away and side by side of one finished run. */
export function Results({ id, agent, at, chosen, data, column, state, setState }: ResultsProps) {
  const ids = useMemo(() => (data.results[0]?.provenance ?? []).map((entry) => entry.part_id), [data]);
  const { parts, status } = useContextParts(id, agent, ids);
  const rows = useMemo(() => alignTranscript(data, parts), [data, parts]);
  const matrix = useMemo(() => toMatrix(data), [data]);
  const [open, setOpen] = useState<{ row: AlignedRow; strategy: number; name: string } | null>(null);
  const cell = open?.row.cells[open.strategy];
  const request = data.original.request ?? at;
  return (
    <>
      <ColumnSwitch chosen={chosen} column={column} onColumn={(col) => void setState({ col })} />
      <Matrix rows={matrix} chosen={chosen} column={column} onColumn={(col) => void setState({ col })} />
      <LossPanels data={data} chosen={chosen} column={column} />
      <TakeAway sessionId={id} request={request} force={state.force} chosen={chosen} column={column} />
      <SideBySide
        rows={rows}
        chosen={chosen}
        column={column}
        view={state.rows}
        onView={(next) => void setState({ rows: next })}
        row={state.row}
        onRow={(row) => void setState({ row })}
        onOpen={(row, strategy) => setOpen({ row, strategy, name: chosen[strategy]?.choice.id ?? "" })}
        status={status}
      />
      <EditDialog sessionId={id} open={open} onClose={() => setOpen(null)} />
      <RefDialog
        reference={cell?.fate === "aside" ? cell.reference : null}
        sessionId={id}
        request={request}
        choice={open ? (chosen[open.strategy]?.choice ?? null) : null}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
