"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { runJob } from "@/components/api/follow-job";
import type { JobProgress, JobResult } from "@/lib/api/schemas/job";

type Result = JobResult<"rebuild">;
export type RebuildState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly done: number; readonly files: number }
  | ({ readonly kind: "done" } & Result)
  | { readonly kind: "failed"; readonly message: string };

export type Rebuild = { readonly state: RebuildState; readonly start: () => void };

/** Has the server re-read every imported file missing from the library, then reloads the page's data. */
export function useRebuild(): Rebuild {
  const router = useRouter();
  const [state, setState] = useState<RebuildState>({ kind: "idle" });
  const start = async () => {
    const onProgress = ({ file = 0, files = 0 }: JobProgress) => setState({ kind: "running", done: file, files });
    onProgress({});
    const end = await runJob("rebuild", "POST /api/library/rebuild", { body: {} }, onProgress);
    setState(end.ok ? { kind: "done", ...end.value } : { kind: "failed", message: end.failure.message });
    router.refresh();
  };
  return { state, start: () => void start() };
}
