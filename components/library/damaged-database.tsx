"use client";
import { useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { said, useSay } from "@/components/words/words-provider";
import type { Backup } from "@/lib/api/schemas/library";

type Props = { problems: readonly string[]; backups: readonly Backup[] };

/** Replaces every page while the database is damaged: what happened, what was kept, and how to repair it. */
export function DamagedDatabase({ problems, backups }: Props) {
  const say = useSay();
  const [working, setWorking] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const newest = backups[0];
  const repair = async (label: string, key: "POST /api/library/restore" | "POST /api/library/rebuild") => {
    setWorking(label);
    setFailure(null);
    const called = await callApi(key, { body: {} });
    if (called.ok) return window.location.assign("/");
    const { status, message } = called.failure;
    setFailure(
      status === null ? say("The server did not respond. Check that Winnow is running, then try again.") : message,
    );
    setWorking(null);
  };
  return (
    <main id="main" className="mx-auto w-full max-w-[760px] px-2 py-10 max-sm:py-4">
      <h1 className="sr-only">{say("The database is damaged")}</h1>
      <ErrorState
        title={say("The database is damaged")}
        kept={say(
          "Your imported files are stored separately and are intact. Either option also keeps the damaged database.",
        )}
        code={problems.join(" · ")}
        actions={
          <>
            {newest ? (
              <Button
                variant="primary"
                disabled={working !== null}
                onClick={() => void repair("restore", "POST /api/library/restore")}
              >
                {working === "restore" ? say("Restoring…") : say("Restore the newest copy")}
              </Button>
            ) : null}
            <Button
              variant={newest ? "outline" : "primary"}
              disabled={working !== null}
              onClick={() => void repair("rebuild", "POST /api/library/rebuild")}
            >
              {working === "rebuild" ? say("Starting…") : say("Rebuild from the imported files")}
            </Button>
          </>
        }
      >
        <dl className="flex flex-col gap-2">
          <div>
            <dt className="font-semibold">{say("Restore the newest copy")}</dt>
            <dd>
              {newest
                ? say(
                    "Made {replace} UTC. It contains the runs saved before then. Sessions imported since then can be rebuilt afterwards.",
                    { replace: newest.created_at.slice(0, 16).replace("T", " ") },
                  )
                : say("No copy exists yet. Copies are made before each database update and by npm run backup.")}
            </dd>
          </div>
          <div>
            <dt className="font-semibold">{say("Rebuild from the imported files")}</dt>
            <dd>
              {say(
                "Every session comes back as it was, with its comments, title and tags. Saved runs, keys, people and project names are lost: only the database contained them.",
              )}
            </dd>
          </div>
        </dl>
        <p className="mt-2">
          {said(
            say.parts("From the command line: stop Winnow, then run {code} or {code2}.", {
              code: <code className="whitespace-nowrap">npm run restore</code>,
              code2: <code className="whitespace-nowrap">npm run rebuild</code>,
            }),
          )}
        </p>
        {failure ? (
          <p role="status" className="mt-2 text-bad">
            {failure}
          </p>
        ) : null}
      </ErrorState>
    </main>
  );
}
