"use client";
import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { useSay } from "@/components/words/words-provider";
import { formatDay } from "@/lib/wording/format-day";
import type { Say } from "@/lib/wording/say";
import type { DayRange } from "./day-fields";

type Props = DayRange & { onChange: (range: DayRange) => void };

const load = () => import("./day-fields").then((module) => module.DayFields);

/** Filters by a session's start day, in UTC. */
export function DateMenu(props: Props) {
  const say = useSay();
  const { from, to } = props;
  const isOn = from !== null || to !== null;
  return (
    <LazyMenu
      kind="dialog"
      load={load}
      menu={props}
      trigger={
        <Button className={cn("max-sm:hidden", isOn && "border-accbd bg-accbg")}>
          {isOn ? say("Started {from}", { from: rangeText(from, to, say) }) : say("Started")}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

function rangeText(from: string | null, to: string | null, say: Say): string {
  if (from === null) return say("to {to}", { to: formatDay(to, "day", say) });
  return to === null
    ? say("from {from}", { from: formatDay(from, "day", say) })
    : `${formatDay(from, "day", say)} – ${formatDay(to, "day", say)}`;
}
