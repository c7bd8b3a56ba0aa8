"use client";
import type { AlignedRow } from "@/lib/view-models/compare/aligned-transcript";
import type { SessionRequest } from "@/lib/view-models/compare/session-request";
import type { Chosen, OpenCell } from "../shared/compare-types";
import { EditDialog } from "./edit-dialog";
import { InsertedDialog } from "./inserted-dialog";
import { RefDialog } from "./ref-dialog";

type Props = {
  /** The cell of the transcript that is open; null if none is. */
  open: OpenCell | null;
  session: SessionRequest;
  chosen: readonly Chosen[];
  rows: readonly AlignedRow[];
  model: string | null;
  onClose: () => void;
};

/** The dialog of a cell: the edit, the original that was put aside, or the inserted message. */
export function CellDialogs({ open, session, chosen, rows, model, onClose }: Props) {
  const entry = open ? chosen[open.strategy] : undefined;
  const cell = open?.row.cells[open.strategy] ?? null;
  const name = entry?.choice.id ?? "";
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
