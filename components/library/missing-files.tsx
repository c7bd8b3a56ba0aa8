"use client";
import { DatabaseBackup } from "lucide-react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";
import { problemText } from "@/lib/wording/problem-text";
import type { Say } from "@/lib/wording/say";
import type { Rebuild, RebuildState } from "./use-rebuild";

type Props = { files: number; names: readonly string[]; rebuild: Rebuild };

/**
 * Offers to re-read imported files that are missing from the database because it was lost or restored from an older
 * copy.
 */
export function MissingFiles({ files, names, rebuild: { state, start } }: Props) {
  const say = useSay();
  const mayRebuild = useMay("POST /api/library/rebuild");
  if (files === 0 && state.kind !== "done") return null;
  const isRunning = state.kind === "running";
  const more = files - names.length;
  return (
    <section
      aria-label={say("Files that are not in the library")}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line2 border-y px-4 py-3"
    >
      <DatabaseBackup aria-hidden className="mt-0.5 size-4 shrink-0 stroke-[1.75] text-tx2" />
      <div className="min-w-0 flex-1 basis-72 text-small">
        <p className="font-semibold">{state.kind === "done" ? doneTitle(state.rebuilt, say) : titleOf(files, say)}</p>
        <div aria-live="polite" className="max-w-[80ch] text-tx2">
          {state.kind === "idle" ? (
            <>
              <p>
                {say(
                  "Their contents are stored here. The database that listed them was lost or replaced by an older one, or an import was interrupted. Nothing is deleted: reading them again puts them back under their names.",
                )}
              </p>
              <p className="truncate text-tx3">
                {names.join(", ")}
                {names.length > 0 && more > 0 ? say(" and {more} more", { more }) : ""}
              </p>
            </>
          ) : (
            <Outcome state={state} />
          )}
        </div>
      </div>
      {state.kind === "done" || !mayRebuild ? null : (
        <Button variant="primary" disabled={isRunning} onClick={start}>
          {isRunning ? say("Rebuilding…") : say("Rebuild")}
        </Button>
      )}
    </section>
  );
}

const titleOf = (files: number, say: Say): string =>
  files === 1
    ? say("One imported file is not in the library")
    : say("{files} imported files are not in the library", { files });

const doneTitle = (rebuilt: number, say: Say): string =>
  rebuilt === 1
    ? say("One file was restored to the library")
    : say("{rebuilt} files were restored to the library", { rebuilt });

function Outcome({ state }: { state: RebuildState }) {
  const say = useSay();
  if (state.kind === "running")
    return (
      <p>
        {state.files > 0
          ? say("File {done} of {files}", { done: state.done + 1, files: state.files })
          : say("Checking the files")}
      </p>
    );
  if (state.kind === "failed")
    return (
      <p className="text-bad">
        {say("Not rebuilt: {message}. Nothing was lost.", { message: problemText(state, say) })}
      </p>
    );
  if (state.kind !== "done" || state.refused.length === 0) return null;
  return (
    <ul>
      {state.refused.map(({ file_name, message }) => (
        <li key={file_name}>{say("Moved to quarantine: {file_name}: {message}", { file_name, message })}</li>
      ))}
    </ul>
  );
}
