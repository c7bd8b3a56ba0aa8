"use client";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";

/** Shown after an unexpected error. Its message stays on the server, where the digest finds it in the log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <main id="main">
      <h1 className="sr-only">Error</h1>
      <ErrorState
        title="This page could not be drawn"
        kept="Nothing was changed: imported sessions are still stored as they were."
        code={error.digest ? `digest ${error.digest}` : undefined}
        actions={
          <>
            <Button variant="primary" onClick={reset}>
              Try again
            </Button>
            <Button asChild>
              <Link href="/">Go to the library</Link>
            </Button>
          </>
        }
      >
        If it happens again, the server's log holds the reason under the digest below.
      </ErrorState>
    </main>
  );
}
