"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import type { ExportPlace } from "./export-links";

const load = () => import("./export-list").then((module) => module.ExportList);

/** Exports the session. */
export function ExportMenu(place: ExportPlace) {
  const say = useSay();
  return (
    <LazyMenu
      load={load}
      menu={place}
      trigger={
        <Button size="sm">
          <Download aria-hidden />
          <span className="max-sm:sr-only">{say("Export")}</span>
        </Button>
      }
    />
  );
}
