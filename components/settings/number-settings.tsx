"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInput } from "@/components/ui/text-input";
import { SettingRow } from "./setting-row";
import type { SettingsState } from "./use-settings";

type Props = { state: SettingsState };

/** What a lost fact costs in an advice; derived from the logged fetches unless it is said here. */
export function PriceOfFact({ state }: Props) {
  const { price_per_lost_fact: price } = state.answer.settings;
  return (
    <SettingRow id="price" title="Price of a lost fact" note="what fetching it again costs you, in US dollars">
      <NumberField
        label="Price of a lost fact in US dollars"
        value={price}
        least={0}
        step="any"
        onSave={(next) => state.change({ price_per_lost_fact: next })}
      />
      <Chip>{price === null ? "derived from each run's logged fetches" : "set by hand"}</Chip>
      {price === null ? null : (
        <Button size="sm" onClick={() => void state.change({ price_per_lost_fact: null })}>
          Derive it
        </Button>
      )}
    </SettingRow>
  );
}

export function BinDays({ state }: Props) {
  return (
    <SettingRow id="bin" title="Bin" note="days that deleted sessions are kept before they are deleted for good">
      <NumberField
        label="Days in the bin"
        value={state.answer.settings.bin_days}
        least={1}
        step="1"
        onSave={(days) => state.change({ bin_days: days ?? 30 })}
      />
      days
    </SettingRow>
  );
}

export function RedactionChoice({ state }: Props) {
  return (
    <SettingRow
      id="redaction"
      title="Redaction of exports"
      note="best effort: known shapes of secrets. The export menu begins with it."
    >
      <SegmentedControl
        label="Redaction of exports"
        value={state.answer.settings.redact_exports}
        onValueChange={(redact_exports) => void state.change({ redact_exports })}
        segments={[
          { value: "off", label: "Keep secrets" },
          { value: "mask", label: "Mask" },
          { value: "drop", label: "Drop" },
        ]}
      />
    </SettingRow>
  );
}

type FieldProps = {
  label: string;
  value: number | null;
  least: number;
  step: string;
  onSave: (value: number | null) => Promise<boolean>;
};

/** A number that is kept by Enter or by leaving the field. */
function NumberField({ label, value, least, step, onSave }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (typed === null) return;
    const next = typed.trim() === "" ? null : Number(typed);
    if (await onSave(next)) setTyped(null);
  };
  return (
    <form onSubmit={(event) => void save(event)} className="w-24">
      <TextInput
        type="number"
        min={least}
        step={step}
        aria-label={label}
        placeholder="derived"
        value={typed ?? (value === null ? "" : String(value))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}
