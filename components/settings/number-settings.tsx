"use client";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { afterSave, UNTOUCHED, valueToSave } from "./number-entry";
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
        placeholder={say("derived")}
        onSave={(next) => state.change({ price_per_lost_fact: next })}
      />
      <Chip>{price === null ? say("derived from re-reads in each log") : say("set by hand")}</Chip>
      {price === null ? null : (
        <Button size="sm" onClick={() => void state.change({ price_per_lost_fact: null })}>
          {say("Derive from logs")}
        </Button>
      )}
    </SettingRow>
  );
}

export function BinDays({ state }: Props) {
  const say = useSay();
  return (
    <SettingRow id="bin" title={say("Bin")} note={say("days until deleted sessions are removed for good")}>
      <NumberField
        label={say("Days in the bin")}
        value={state.answer.settings.bin_days}
        least={1}
        step="1"
        onSave={(days) => changeUnlessEmpty(days, (bin_days) => state.change({ bin_days }))}
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
        onSave={(days) => changeUnlessEmpty(days, (audit_days) => state.change({ audit_days }))}
      />
      {say("days of entries are kept")}
    </>
  );
}

/** An emptied field shows the stored number again. */
const changeUnlessEmpty = async (value: number | null, change: (value: number) => Promise<boolean>): Promise<boolean> =>
  value === null || change(value);

export function RedactionChoice({ state }: Props) {
  const say = useSay();
  return (
    <SettingRow
      id="redaction"
      title={say("Redaction of exports")}
      note={say("Finds only secrets in known formats. This is the default for exports.")}
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
  /** Shown in an empty field. */
  placeholder?: string;
  /** Null if the field was emptied. */
  onSave: (value: number | null) => Promise<boolean>;
};

/** A number field that saves on Enter or blur. */
function NumberField({ label, value, least, step, placeholder, onSave }: FieldProps) {
  const [entry, setEntry] = useState(UNTOUCHED);
  const saving = useRef<string | null>(null);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    const next = valueToSave(entry, saving.current);
    if (next === undefined) return;
    saving.current = entry.text;
    const isSaved = await onSave(next);
    if (saving.current === entry.text) saving.current = null;
    if (isSaved) setEntry((current) => afterSave(current, entry.text));
  };
  return (
    <form onSubmit={(event) => void save(event)} className="w-24">
      <TextInput
        type="number"
        min={least}
        step={step}
        aria-label={label}
        aria-invalid={entry.isUnreadable}
        placeholder={placeholder}
        value={entry.text ?? (value === null ? "" : String(value))}
        onChange={({ target }) => setEntry({ text: target.value, isUnreadable: target.validity.badInput })}
        onBlur={() => void save()}
      />
    </form>
  );
}
