"use client";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Slider } from "@/components/ui/slider";
import { Switch } from "@/components/ui/switch";
import { TextInput } from "@/components/ui/text-input";
import { type FormField, fieldText, parseField } from "@/lib/view-models/strategy-form";

type Props = { id: string; field: FormField; value: unknown; isChanged: boolean; onValue: (value: unknown) => void };

/** The control that fits the kind: switch, menu, slider where both ends are known, field for the rest. */
export function FieldControl(props: Props) {
  const { id, field, value, onValue } = props;
  if (field.kind === "boolean")
    return (
      <span className="flex h-7 items-center gap-2 text-small text-tx2">
        <Switch id={id} checked={value === true} onCheckedChange={onValue} />
        {value === true ? "on" : "off"}
      </span>
    );
  if (field.kind === "enum")
    return (
      <Select
        id={id}
        label={field.name}
        value={String(value)}
        onValueChange={onValue}
        options={field.options.map((option) => ({ value: option, label: option }))}
      />
    );
  return <NumberField {...props} />;
}

/** What is typed is kept as text until it fits; only a fitting value is written to the link. */
function NumberField({ id, field, value, isChanged, onValue }: Props) {
  const shown = value === null ? "" : fieldText(value);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const parsed = parseField(field, text);
  const type = (next: string) => {
    setText(next);
    const result = parseField(field, next);
    if (result.ok) onValue(result.value);
  };
  const hasRange = field.minimum !== null && field.maximum !== null && typeof value === "number";
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <TextInput
        id={id}
        className={cn("w-28", isChanged && "[&_input]:border-acc")}
        inputMode={field.kind === "text" ? "text" : "decimal"}
        placeholder={field.isNullable ? "none" : undefined}
        aria-invalid={!parsed.ok}
        aria-describedby={`${id}-limits`}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      {hasRange ? (
        <Slider
          label={field.name}
          value={value}
          min={field.minimum}
          max={field.maximum}
          step={field.kind === "integer" ? 1 : (field.maximum - field.minimum) / 100}
          {...(typeof field.otherwise === "number" && { defaultMark: field.otherwise })}
          onValueChange={(next) => type(String(Number(next.toFixed(4))))}
        />
      ) : null}
      <span id={`${id}-limits`} className={cn("text-micro", parsed.ok ? "text-tx3" : "text-bad")}>
        {parsed.ok ? field.limits : parsed.message}
      </span>
    </span>
  );
}
