"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { loadLater } from "@/components/ui/load-later";
import { useSay } from "@/components/words/words-provider";
import type { RequestRow } from "@/lib/api/schemas/request-row";

/** Loaded when first opened. */
const MissingDialog = loadLater(() => import("./missing-dialog").then((module) => module.MissingDialog));

/** A button that lists the facts missing from a log without usage. */
export function WhatIsMissing({ row, notes }: { row: RequestRow; notes: readonly string[] }) {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say("What is missing")}</Button>
      {isOpen ? <MissingDialog row={row} notes={notes} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
