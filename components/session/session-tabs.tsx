"use client";
import { PanelRight, Share2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import type { ExportPlace } from "./export-links";
import { type NavPlace, SessionNav } from "./session-nav";

type Props = { place: NavPlace; onInspector: () => void; exportPlace: ExportPlace };

/** A session's tabs on the transcript page, with that page's actions. */
export function SessionTabs({ place, onInspector, exportPlace }: Props) {
  const say = useSay();
  return (
    <div className="flex h-9 shrink-0 items-center justify-between gap-4 border-line2 border-b px-4 max-sm:h-auto max-sm:flex-col max-sm:items-stretch max-sm:gap-0 max-sm:px-3">
      <SessionNav current="transcript" place={place} />
      <div className="flex shrink-0 items-center gap-2 max-sm:justify-end max-sm:pb-1.5">
        <Button size="sm" className="lg:hidden" onClick={onInspector}>
          <PanelRight aria-hidden />
          <span className="max-sm:hidden">{say("Inspector")}</span>
          <span className="sm:hidden">{say("Details")}</span>
        </Button>
        <ShareMenu {...exportPlace} />
      </div>
    </div>
  );
}

const load = () => import("./export-list").then((module) => module.ExportList);

/** Copies the link to this place, or exports it. */
function ShareMenu(place: ExportPlace) {
  const say = useSay();
  return (
    <LazyMenu
      load={load}
      menu={place}
      trigger={
        <Button size="sm">
          <Share2 aria-hidden />
          <span className="max-sm:sr-only">{say("Share")}</span>
        </Button>
      }
    />
  );
}
