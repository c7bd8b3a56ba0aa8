"use client";
import { useEffect, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Slider } from "@/components/ui/slider";
import { Switch } from "@/components/ui/switch";
import { TextArea, TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { type FormField, fieldLimits, fieldText, parseField } from "@/lib/view-models/compare/strategy-form";

type Props = { id: string; field: FormField; value: unknown; isChanged: boolean; onValue: (value: unknown) => void };

/** A parameter's control by kind: switch, menu, slider if both limits are known, otherwise a field. */
export function FieldControl(props: Props) {
  const say = useSay();
  const { id, field, value, onValue } = props;
  if (field.kind === "boolean")
    return (
      <span className="flex h-7 items-center gap-2 text-small text-tx2">
        <Switch id={id} checked={value === true} onCheckedChange={onValue} />
        {value === true ? say("on") : say("off")}
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
  if (field.kind === "text" && (field.mostCharacters ?? 0) > 500) return <LongField {...props} />;
  return <NumberField {...props} />;
}

/** A multi-line text field. */
function LongField({ id, field, value, onValue }: Props) {
  const say = useSay();
  return (
    <TextArea
      id={id}
      rows={3}
      className="font-sans text-small"
      maxLength={field.mostCharacters ?? undefined}
      placeholder={say("none")}
      value={fieldText(value ?? "")}
      onChange={(event) => onValue(event.target.value)}
    />
  );
}

/** Keeps the typed text, and writes it to the URL only once it is a valid value. */
function NumberField({ id, field, value, isChanged, onValue }: Props) {
  const say = useSay();
  const shown = value === null ? "" : fieldText(value);
  const [text, setText] = useState(shown);
  // The typed text stays while its value is the same: "a, " may be about to become "a, b".
  useEffect(() => {
    setText((typed) => {
      const meant = parseField(field, typed);
      return meant.ok && fieldText(meant.value ?? "") === shown ? typed : shown;
    });
  }, [shown, field]);
  const parsed = parseField(field, text, say);
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
        className={cn(WIDTH[field.kind] ?? "w-28", isChanged && "[&_input]:border-acc")}
        inputMode={field.kind === "text" || field.kind === "list" ? "text" : "decimal"}
        placeholder={field.isNullable ? say("none") : undefined}
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
        {parsed.ok ? fieldLimits(field, value, say) : parsed.message}
      </span>
    </span>
  );
}

const WIDTH: Partial<Record<FormField["kind"], string>> = { text: "w-64", list: "w-full" };
