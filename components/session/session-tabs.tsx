"use client";
import { Link2, PanelRight } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { tabLink } from "@/components/ui/tabs";
import type { ExportPlace } from "./export-links";
import { ExportMenu } from "./export-menu";

type Props = { compareHref: string; onInspector: () => void; exportPlace: ExportPlace };

/** The views of a session. Compare is a page of its own, opened at the selected request. */
export function SessionTabs({ compareHref, onInspector, exportPlace }: Props) {
  return (
    <div className="flex h-9 shrink-0 items-center justify-between border-line2 border-b pr-4 pl-4 max-sm:pl-3">
      <nav aria-label="Views of this session" className="flex gap-5">
        <span aria-current="page" className={tabLink(true)}>
          Transcript
        </span>
        <Link href={compareHref as never} className={tabLink(false)}>
          Compare
        </Link>
      </nav>
      <div className="flex items-center gap-2">
        <Button size="sm" className="lg:hidden" onClick={onInspector}>
          <PanelRight aria-hidden />
          <span className="max-sm:hidden">Inspector</span>
          <span className="sm:hidden">Details</span>
        </Button>
        <ExportMenu {...exportPlace} />
        <span className="max-sm:hidden">
          <CopyButton text={() => window.location.href} label="Copy link" icon={<Link2 aria-hidden />} size="sm" />
        </span>
      </div>
    </div>
  );
}
