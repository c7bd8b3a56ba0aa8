"use client";
import { Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Toast } from "@/components/ui/toast";
import { said, useSay } from "@/components/words/words-provider";
import type { LibraryChanges } from "./use-library-changes";

/** Seconds for which a deletion can be undone here; afterwards the bin gives it back. */
const UNDO_SECONDS = 20;
const PLAIN_SECONDS = 6;

/** Says what was changed and offers to take a deletion back. */
export function UndoToast({ changes }: { changes: LibraryChanges }) {
  const say = useSay();
  const { said: message, undo, dismiss } = changes;
  if (message === null) return null;
  const canUndo = message.binned.length > 0;
  return (
    <Toast
      id={message.key}
      seconds={canUndo || message.isFailure ? UNDO_SECONDS : PLAIN_SECONDS}
      onClose={dismiss}
      action={
        canUndo ? (
          <Button size="sm" onClick={() => void undo()}>
            <Undo2 aria-hidden />
            {said(say.parts("Undo {kbd}", { kbd: <Kbd aria-hidden>z</Kbd> }))}
          </Button>
        ) : null
      }
    >
      <span role={message.isFailure ? "alert" : undefined} className={message.isFailure ? "text-bad" : undefined}>
        {message.text}
      </span>
    </Toast>
  );
}
