"use client";
import { Link2 } from "lucide-react";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { type NavPlace, SessionNav, type SessionViewName } from "./session-nav";

/** A session's tabs on pages without further actions, with a button that copies the link. */
export function PageTabs({ current, place }: { current: SessionViewName; place: NavPlace }) {
  const say = useSay();
  return (
    <div className="flex h-9 shrink-0 items-center justify-between gap-4 border-line2 border-b px-4 max-sm:px-3">
      <SessionNav current={current} place={place} />
      <span className="shrink-0 max-sm:hidden">
        <CopyButton text={() => window.location.href} label={say("Copy link")} icon={<Link2 aria-hidden />} size="sm" />
      </span>
    </div>
  );
}
