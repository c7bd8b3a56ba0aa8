"use client";
import { DatabaseBackup } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Rebuild, RebuildState } from "./use-rebuild";

type Props = { files: number; names: readonly string[]; rebuild: Rebuild };

/** Offers to read imported files again that the database does not list, because it was lost or is an older copy. */
export function MissingFiles({ files, names, rebuild: { state, start } }: Props) {
  if (files === 0 && state.kind !== "done") return null;
  const isRunning = state.kind === "running";
  const more = files - names.length;
  return (
    <section
      aria-label="Files that are not in the library"
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line2 border-y px-4 py-3"
    >
      <DatabaseBackup aria-hidden className="mt-0.5 size-4 shrink-0 stroke-[1.75] text-tx2" />
      <div className="min-w-0 flex-1 basis-72 text-small">
        <p className="font-semibold">{state.kind === "done" ? doneTitle(state.rebuilt) : titleOf(files)}</p>
        <div aria-live="polite" className="max-w-[80ch] text-tx2">
          {state.kind === "idle" ? (
            <>
              <p>
                Their bytes are kept here. The database that listed them was lost or is an older one, or an import broke
                off. Nothing is deleted; reading them again puts them back under their names.
              </p>
              <p className="truncate text-tx3">
                {names.join(", ")}
                {names.length > 0 && more > 0 ? ` and ${more} more` : ""}
              </p>
            </>
          ) : (
            <Outcome state={state} />
          )}
        </div>
      </div>
      {state.kind === "done" ? null : (
        <Button variant="primary" disabled={isRunning} onClick={start}>
          {isRunning ? "Rebuilding…" : "Rebuild"}
        </Button>
      )}
    </section>
  );
}

const titleOf = (files: number): string =>
  files === 1 ? "One imported file is not in the library" : `${files} imported files are not in the library`;

const doneTitle = (rebuilt: number): string =>
  rebuilt === 1 ? "One file is in the library again" : `${rebuilt} files are in the library again`;

function Outcome({ state }: { state: RebuildState }) {
  if (state.kind === "running")
    return <p>{state.files > 0 ? `File ${state.done + 1} of ${state.files}` : "Looking at the files"}</p>;
  if (state.kind === "failed") return <p className="text-bad">Not rebuilt: {state.message}. Nothing was lost.</p>;
  if (state.kind !== "done" || state.refused.length === 0) return null;
  return (
    <ul>
      {state.refused.map(({ file_name, message }) => (
        <li key={file_name}>
          Moved to the quarantine: {file_name}: {message}
        </li>
      ))}
    </ul>
  );
}
