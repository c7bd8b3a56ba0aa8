"use client";
import Link from "next/link";
import { useOffline } from "next/offline";
import { useEffect, useRef } from "react";
import { reportServerAway } from "@/components/api/server-away";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useSay } from "@/components/words/words-provider";

/** A part of the page's code could not be loaded, and only reloading the page can fetch it. */
const lacksCode = (error: Error) => error.name === "ChunkLoadError";

const RELOADED_AT = "winnow.reloaded-at";
const MIN_MS_BETWEEN_RELOADS = 60_000;

/**
 * Reloads a page that lacks code as soon as the server is back. The server may be back before the missing code is
 * noticed, so this asks it again, but does not loop if the code stays missing.
 */
function useReloadWhenBack(error: Error) {
  const isAway = useOffline();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isAway && wasAway.current && lacksCode(error)) location.reload();
    wasAway.current = isAway;
  }, [isAway, error]);
  useEffect(() => {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    if (!lacksCode(error) || Date.now() - last < MIN_MS_BETWEEN_RELOADS) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    reportServerAway();
  }, [error]);
}

/** Shown after an unexpected error. The error's message stays on the server; its digest identifies it in the log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const say = useSay();
  useReloadWhenBack(error);
  return (
    <main id="main">
      <h1 className="sr-only">{say("Error")}</h1>
      <ErrorState
        title={say("This page could not be displayed")}
        kept={say("Nothing was changed. Your imported sessions are intact.")}
        code={error.digest ? say("digest {digest}", { digest: error.digest }) : undefined}
        actions={
          <>
            <Button variant="primary" onClick={lacksCode(error) ? () => location.reload() : reset}>
              {say("Try again")}
            </Button>
            <Button asChild>
              <Link href="/">{say("Go to the library")}</Link>
            </Button>
          </>
        }
      >
        {say("If it happens again, search the server's log for the digest below.")}
      </ErrorState>
    </main>
  );
}
