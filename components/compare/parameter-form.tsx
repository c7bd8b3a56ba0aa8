"use client";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { type FormField, fieldText, toFormFields } from "@/lib/view-models/strategy-form";
import { familyTitle, type StrategyInfo } from "./compare-types";
import { FieldControl } from "./field-control";
import { StrategyMark } from "./strategy-mark";

type Props = {
  info: StrategyInfo | null;
  slot: number | null;
  params: Readonly<Record<string, unknown>>;
  onParam: (name: string, value: unknown, otherwise: unknown) => void;
  onReset: () => void;
};

/** The parameters of one strategy, out of its JSON Schema. Every change writes the link. */
export function ParameterForm({ info, slot, params, onParam, onReset }: Props) {
  if (!info)
    return <EmptyState title="No strategy to tune">Choose one at the left; its parameters stand here.</EmptyState>;
  const fields = toFormFields(info.params);
  return (
    <section aria-label={`Parameters of ${info.id}`} className="min-w-0 px-4 py-3">
      <div className="flex items-center gap-2">
        {slot === null ? null : <StrategyMark slot={slot} />}
        <h2 className="font-semibold text-base">{info.id}</h2>
        <Badge>{familyTitle(info.family)}</Badge>
        <Button size="sm" className="ml-auto" disabled={Object.keys(params).length === 0} onClick={onReset}>
          Reset all
        </Button>
      </div>
      <p className="mt-1 text-small text-tx2">
        {info.title}. Follows {info.product.name} {info.product.version};{" "}
        {info.needs_model ? "needs a model" : "needs no model"},{" "}
        {info.deterministic ? "gives the same result every time" : "may differ from run to run"},{" "}
        {info.reversible ? "reversible" : "not reversible"}.
      </p>
      <dl className="mt-2">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            strategy={info.id}
            isChanged={Object.hasOwn(params, field.name)}
            value={Object.hasOwn(params, field.name) ? params[field.name] : field.otherwise}
            onValue={(value) => onParam(field.name, value, field.otherwise)}
          />
        ))}
      </dl>
      {fields.length === 0 ? <p className="py-3 text-small text-tx3">This strategy has no parameters.</p> : null}
    </section>
  );
}

type FieldProps = {
  field: FormField;
  strategy: string;
  isChanged: boolean;
  value: unknown;
  onValue: (value: unknown) => void;
};

function Field({ field, strategy, isChanged, value, onValue }: FieldProps) {
  const id = `${strategy}-${field.name}`;
  return (
    <div className="grid grid-cols-[132px_1fr] gap-x-3 border-line border-t py-2.5">
      <dt>
        <label htmlFor={id} className="block font-mono text-code">
          {field.name}
        </label>
        <span className="block text-micro text-tx3">
          default{isChanged ? ` ${fieldText(field.otherwise)}` : ""}
          {isChanged ? (
            <>
              {" · "}
              <button
                type="button"
                aria-label={`Reset ${field.name}`}
                onClick={() => onValue(field.otherwise)}
                className="text-acc hover:underline"
              >
                Reset
              </button>
            </>
          ) : null}
        </span>
      </dt>
      <dd className="min-w-0">
        <FieldControl id={id} field={field} value={value} isChanged={isChanged} onValue={onValue} />
        {field.description ? <p className="mt-1 text-small text-tx2">{field.description}</p> : null}
      </dd>
    </div>
  );
}
