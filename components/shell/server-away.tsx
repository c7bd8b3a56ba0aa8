"use client";
import { useOffline } from "next/offline";
import { useEffect, useState } from "react";
import { askServer } from "@/components/api/server-away";
import { Button } from "@/components/ui/button";
import { useSay } from "@/components/words/words-provider";

/**
 * Milliseconds without an answer before the banner appears, so that it does not appear briefly during a
 * short interruption.
 */
const SILENCE_MS = 400;

/** A banner while the server does not respond. A page requested meanwhile opens once the server responds again. */
export function ServerAway() {
  const say = useSay();
  const isAway = useOffline();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isAway) return setShown(false);
    const timer = setTimeout(() => setShown(true), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [isAway]);
  if (!isShown) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center gap-x-4 gap-y-1 border-warn border-t-2 bg-s1 px-4 py-2 text-small max-sm:px-3"
    >
      <span className="font-semibold text-warn">{say("Winnow's server is not responding.")}</span>
      <span>{say("You can keep reading. The page reconnects by itself.")}</span>
      <Button size="sm" className="ml-auto" onClick={askServer}>
        {say("Try again")}
      </Button>
    </div>
  );
}
