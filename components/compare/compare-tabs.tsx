"use client";
import { Link2 } from "lucide-react";
import Link from "next/link";
import { CopyButton } from "@/components/ui/copy-button";
import { tabLink } from "@/components/ui/tabs";

/** The views of a session, Compare being the present one. */
export function CompareTabs({ id, request }: { id: string; request?: number }) {
  const transcript = `/sessions/${encodeURIComponent(id)}${request === undefined ? "" : `?request=${request}`}`;
  return (
    <div className="flex h-9 shrink-0 items-center justify-between border-line2 border-b px-4 max-sm:px-3">
      <nav aria-label="Views of this session" className="flex gap-5">
        <Link href={transcript as never} className={tabLink(false)}>
          Transcript
        </Link>
        <span aria-current="page" className={tabLink(true)}>
          Compare
        </span>
      </nav>
      <span className="max-sm:hidden">
        <CopyButton text={() => window.location.href} label="Copy link" icon={<Link2 aria-hidden />} />
      </span>
    </div>
  );
}
