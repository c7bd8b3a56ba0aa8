"use client";
import { Link2 } from "lucide-react";
import { type NavPlace, SessionNav } from "@/components/session/session-nav";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";

/** Tabs of a session's views, with Compare as the current one. */
export function CompareTabs({ place }: { place: NavPlace }) {
  const say = useSay();
  return (
    <div className="flex h-9 shrink-0 items-center justify-between gap-4 border-line2 border-b px-4 max-sm:px-3">
      <SessionNav current="compare" place={place} />
      <span className="shrink-0 max-sm:hidden">
        <CopyButton text={() => window.location.href} label={say("Copy link")} icon={<Link2 aria-hidden />} />
      </span>
    </div>
  );
}
