"use client";
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from "@/components/ui/dropdown-menu";
import { useSay } from "@/components/words/words-provider";
import { REDACTIONS, type Redaction } from "./export-links";

type Props = { value: Redaction; onChange: (redaction: Redaction) => void };

/** Treatment of secrets in a report. Choosing keeps the menu open. */
export function RedactionRadio({ value, onChange }: Props) {
  const say = useSay();
  return (
    <>
      <DropdownMenuLabel>{say("Secrets in the report (best effort: known formats only)")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={value} onValueChange={(next) => onChange(next as Redaction)}>
        {REDACTIONS.map((choice) => (
          <DropdownMenuRadioItem key={choice.value} value={choice.value} onSelect={(event) => event.preventDefault()}>
            {say(choice.label)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
