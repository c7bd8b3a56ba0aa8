import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { useGranted, useMay } from "@/components/shell/access";
import { useSay } from "@/components/words/words-provider";
import { BringYourOwn } from "./bring-your-own";
import { ReadOnlyNote } from "./read-only-note";
import type { NamedFile } from "./send-files";

type Props = {
  formats: readonly string[];
  /** null: the reader may not see the folders of the server's machine. */
  discovery: ReactNode;
  /** Whether the folders contain no transcript; a single line then replaces the column. */
  isNothingFound: boolean;
  onFiles: (files: readonly NamedFile[]) => void;
  onPaste: () => void;
  /** The first buttons: the tour and the example. */
  begin: ReactNode;
  example: ReactNode;
  report: ReactNode;
};

/** Shown while nothing is imported: what Winnow is, what it does not do, and three ways to begin. */
export function FirstRun({ formats, discovery, isNothingFound, onFiles, onPaste, begin, example, report }: Props) {
  const say = useSay();
  const isAskedForKey = useGranted() !== null;
  const mayImport = useMay("POST /api/sessions");
  const mayRecord = useMay("GET /api/recordings");
  const hasColumn = discovery !== null && !isNothingFound;
  return (
    <main id="main" className="mx-auto w-full max-w-[1008px] px-4 pt-16 pb-12 max-sm:pt-6">
      <h1 className="max-w-[34em] font-semibold text-hero">
        {say("See what fills your agent’s context, what it costs, and what to change.")}
      </h1>
      <p className="mt-2 text-base text-tx2">
        {isAskedForKey
          ? say("Winnow reads the transcripts that were uploaded to this server, and sends them nowhere.")
          : say("Winnow reads your agents’ logs on this machine. Nothing leaves it. No account, no key.")}
      </p>
      {begin}
      <div className="mt-8 grid grid-cols-2 border-line2 border-y max-sm:grid-cols-1 max-sm:divide-y max-sm:divide-line sm:divide-x sm:divide-line">
        {hasColumn ? (
          <section aria-label={say("Found on this machine")} className="py-4 sm:pr-6">
            <h2 className="mb-2 border-line border-b pb-2 font-semibold text-small">{say("Found on this machine")}</h2>
            {discovery}
          </section>
        ) : null}
        <section aria-label={say("Bring your own")} className={hasColumn ? "py-4 sm:pl-6" : "col-span-full py-4"}>
          <h2 className="mb-2 font-semibold text-small">
            {hasColumn ? say("Or bring your own") : say("Bring your own")}
          </h2>
          {mayImport ? <BringYourOwn formats={formats} onFiles={onFiles} onPaste={onPaste} /> : <ReadOnlyNote />}
          {mayRecord ? (
            <Link
              href={"/record" as Route}
              className="mt-2 inline-flex min-h-6 items-center text-acc text-small underline"
            >
              {say("Or record what your agent really sends")}
            </Link>
          ) : null}
          {isNothingFound ? <div className="mt-2">{discovery}</div> : null}
        </section>
      </div>
      {report}
      {example}
    </main>
  );
}
