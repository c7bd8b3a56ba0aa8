"use client";
import { useEffect, useState } from "react";
import { useSay } from "@/components/words/words-provider";
import { filesOfDrop } from "./read-dropped";
import type { NamedFile } from "./send-files";

/** Accepts files that are dropped anywhere on the page, and says so while they are dragged over it. */
export function DropOverlay({ onFiles }: { onFiles: (files: readonly NamedFile[]) => void }) {
  const say = useSay();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Every element on the way sends dragenter and dragleave; only when they balance has the pointer left the page.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = move(1);
    const leave = move(-1);
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void filesOfDrop(event.dataTransfer).then(onFiles);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, [onFiles]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-(--scrim) p-4">
      <div className="flex size-full items-center justify-center rounded-control border-2 border-acc border-dashed">
        <p className="rounded-control bg-s1 px-4 py-2 font-semibold text-title">{say("Drop to import")}</p>
      </div>
    </div>
  );
}
