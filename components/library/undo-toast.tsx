"use client";
import { Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Toast } from "@/components/ui/toast";
import type { LibraryChanges } from "./use-library-changes";

/** Seconds for which a deletion can be undone here; afterwards the bin gives it back. */
const UNDO_SECONDS = 20;
const PLAIN_SECONDS = 6;

/** Says what was changed and offers to take a deletion back. */
export function UndoToast({ changes }: { changes: LibraryChanges }) {
  const { said, undo, dismiss } = changes;
  if (said === null) return null;
  const canUndo = said.binned.length > 0;
  return (
    <Toast
      id={said.key}
      seconds={canUndo || said.isFailure ? UNDO_SECONDS : PLAIN_SECONDS}
      onClose={dismiss}
      action={
        canUndo ? (
          <Button size="sm" onClick={() => void undo()}>
            <Undo2 aria-hidden />
            Undo <Kbd aria-hidden>z</Kbd>
          </Button>
        ) : null
      }
    >
      <span role={said.isFailure ? "alert" : undefined} className={said.isFailure ? "text-bad" : undefined}>
        {said.text}
      </span>
    </Toast>
  );
}
