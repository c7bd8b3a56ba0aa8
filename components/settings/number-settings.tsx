"use client";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { SettingRow } from "./setting-row";
import type { SettingsState } from "./use-settings";

type Props = { state: SettingsState };

/** Price of a lost fact in advice; derived from logged fetches unless set here. */
export function PriceOfFact({ state }: Props) {
  const say = useSay();
  const { price_per_lost_fact: price } = state.answer.settings;
  return (
    <SettingRow
      id="price"
      title={say("Price of a lost fact")}
      note={say("what fetching it again costs you, in US dollars")}
    >
      <NumberField
        label={say("Price of a lost fact in US dollars")}
        value={price}
        least={0}
        step="any"
        onSave={(next) => state.change({ price_per_lost_fact: next })}
      />
      <Chip>{price === null ? say("derived from each run's logged fetches") : say("set by hand")}</Chip>
      {price === null ? null : (
        <Button size="sm" onClick={() => void state.change({ price_per_lost_fact: null })}>
          {say("Derive it")}
        </Button>
      )}
    </SettingRow>
  );
}

export function BinDays({ state }: Props) {
  const say = useSay();
  return (
    <SettingRow
      id="bin"
      title={say("Bin")}
      note={say("days that deleted sessions are kept before they are deleted for good")}
    >
      <NumberField
        label={say("Days in the bin")}
        value={state.answer.settings.bin_days}
        least={1}
        step="1"
        onSave={(days) => state.change({ bin_days: days ?? 30 })}
      />
      {say("days")}
    </SettingRow>
  );
}

/** Retention of audit entries. */
export function AuditDays({ state }: Props) {
  const say = useSay();
  return (
    <>
      <NumberField
        label={say("Days in the audit log")}
        value={state.answer.settings.audit_days}
        least={1}
        step="1"
        onSave={(days) => state.change({ audit_days: days ?? 365 })}
      />
      {say("days are kept")}
    </>
  );
}

export function RedactionChoice({ state }: Props) {
  const say = useSay();
  return (
    <SettingRow
      id="redaction"
      title={say("Redaction of exports")}
      note={say("Finds secrets of known forms only. Used as the first choice when you export.")}
    >
      <SegmentedControl
        label={say("Redaction of exports")}
        value={state.answer.settings.redact_exports}
        onValueChange={(redact_exports) => void state.change({ redact_exports })}
        segments={[
          { value: "off", label: say("Leave as is") },
          { value: "mask", label: say("Mask") },
          { value: "drop", label: say("Drop") },
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

/** A number saved on Enter or blur. */
function NumberField({ label, value, least, step, onSave }: FieldProps) {
  const say = useSay();
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
        placeholder={say("derived")}
        value={typed ?? (value === null ? "" : String(value))}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}
