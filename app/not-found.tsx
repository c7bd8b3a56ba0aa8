"use client";
import { UnknownAddress } from "@/components/shell/unknown-address";
import { useSay } from "@/components/words/words-provider";

/** Shown for an unknown address. Only an unknown session can have been deleted: app/sessions/not-found.tsx. */
export default function NotFound() {
  const say = useSay();
  return (
    <main id="main">
      <h1 className="sr-only">{say("Not found")}</h1>
      <UnknownAddress />
    </main>
  );
}
