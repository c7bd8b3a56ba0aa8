"use client";
import type { ReactElement } from "react";
import { Button } from "@/components/ui/button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useSay } from "@/components/words/words-provider";

export type DayRange = { readonly from: string | null; readonly to: string | null };
type Props = DayRange & { trigger: ReactElement; onChange: (range: DayRange) => void };

/** The first and the last day of a session's start. */
export function DayFields({ trigger, from, to, onChange }: Props) {
  const say = useSay();
  const isOn = from !== null || to !== null;
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent label={say("Start date")} className="flex flex-col gap-3 p-3 text-small">
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
