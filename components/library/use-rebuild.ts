"use client";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { runJob } from "@/components/runs/follow-job";

type Result = {
  readonly rebuilt: number;
  readonly refused: readonly { readonly file_name: string; readonly message: string }[];
};
export type RebuildState =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly done: number; readonly files: number }
  | ({ readonly kind: "done" } & Result)
  | { readonly kind: "failed"; readonly message: string };

export type Rebuild = { readonly state: RebuildState; readonly start: () => void };

/** Has every imported file that the library does not show read again, and draws the page anew at the end. */
export function useRebuild(): Rebuild {
  const router = useRouter();
  const [state, setState] = useState<RebuildState>({ kind: "idle" });
  const start = async () => {
    const onProgress = ({ file, files }: Readonly<Record<string, unknown>>) =>
      setState({ kind: "running", done: Number(file ?? 0), files: Number(files ?? 0) });
    onProgress({});
    const end = await runJob<Result>("/api/library/rebuild", "{}", new AbortController().signal, onProgress);
    setState(end.ok ? { kind: "done", ...end.value } : { kind: "failed", message: end.failure.message });
    router.refresh();
  };
  return { state, start: () => void start() };
}
