"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import type { FileReport } from "../../lib/api/schemas/import-report";
import type { ImportQueue } from "./import-queue";
import type { FoundFiles } from "./import-types";

type Props = { report: FileReport; found: FoundFiles; queue: ImportQueue | null };

/** Follows the folder of a file that was still being written, or reads the file as it is now. */
export function CutActions({ report, found: { root, title, paths }, queue }: Props) {
  const say = useSay();
  const [said, setSaid] = useState<string | null>(null);
  const path = paths.length === 1 ? paths[0] : paths.find((candidate) => candidate.endsWith(report.file_name));
  const follow = async () => {
    const called = await callApi("PUT /api/follow", { body: { root, on: true } });
    setSaid(called.ok ? say("{title} is followed.", { title }) : say.known(called.failure.message));
  };
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Button size="sm" variant="primary" onClick={() => void follow()}>
        {say("Follow this file")}
      </Button>
      {path === undefined || queue === null ? null : (
        <Button size="sm" onClick={() => void queue.addFound(root, title, [path], report.bytes)}>
          {say("Read again")}
        </Button>
      )}
      <span role="status" className="text-tx2">
        {said}
      </span>
    </div>
  );
}
