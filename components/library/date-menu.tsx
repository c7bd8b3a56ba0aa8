"use client";
import { ChevronDown } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useSay } from "@/components/words/words-provider";
import { formatDay } from "@/lib/wording/format-day";
import type { Say } from "@/lib/wording/say";

type Props = {
  from: string | null;
  to: string | null;
  onChange: (range: { from: string | null; to: string | null }) => void;
};

/** Filters by a session's start day, in UTC. */
export function DateMenu({ from, to, onChange }: Props) {
  const say = useSay();
  const isOn = from !== null || to !== null;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button className={cn("max-sm:hidden", isOn && "border-accbd bg-accbg")}>
          {isOn ? say("Started {from}", { from: rangeText(from, to, say) }) : say("Started")}
          <ChevronDown aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent label={say("Day of the start")} className="flex flex-col gap-3 p-3 text-small">
        <DayField label={say("From")} value={from} onChange={(next) => onChange({ from: next, to })} />
        <DayField label={say("To")} value={to} onChange={(next) => onChange({ from, to: next })} />
        <div className="flex items-center justify-between gap-3">
          <span className="text-micro text-tx3">{say("days in UTC")}</span>
          <Button size="sm" disabled={!isOn} onClick={() => onChange({ from: null, to: null })}>
            {say("All days")}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}

type FieldProps = { label: string; value: string | null; onChange: (value: string | null) => void };

function DayField({ label, value, onChange }: FieldProps) {
  return (
    <label className="flex items-center justify-between gap-4 text-tx2">
      {label}
      <input
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
        className="h-7 rounded-control border border-ctl bg-bg px-2 text-small text-tx"
      />
    </label>
  );
}

function rangeText(from: string | null, to: string | null, say: Say): string {
  if (from === null) return say("to {to}", { to: formatDay(to, "day", say) });
  return to === null
    ? say("from {from}", { from: formatDay(from, "day", say) })
    : `${formatDay(from, "day", say)} – ${formatDay(to, "day", say)}`;
}
