"use client";
import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/chip";
import { EmptyState } from "@/components/ui/empty-state";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSay } from "@/components/words/words-provider";
import type { OwnPrompt } from "@/lib/api/schemas/settings";
import { choiceName, OWN_RECIPE, type StrategyChoice } from "@/lib/view-models/compare/strategy-choice";
import { type FormField, fieldText, toFormFields } from "@/lib/view-models/compare/strategy-form";
import type { Say } from "@/lib/wording/say";
import { sentence } from "@/lib/wording/say";
import type { StrategyAnswer } from "../../../lib/api/schemas/strategy";
import { familyTitle, MODE_LINES } from "../shared/compare-types";
import { StrategyMark } from "../shared/strategy-mark";
import { FieldControl } from "./field-control";
import { GuideTable } from "./guide-table";
import { RecipeJson } from "./recipe-json";

type Props = {
  info: StrategyAnswer | null;
  slot: number | null;
  choice: StrategyChoice;
  /** The reader's own prompts for summaries. */
  prompts?: readonly OwnPrompt[];
  onParam: (name: string, value: unknown, otherwise: unknown) => void;
  onParams: (params: StrategyChoice["params"]) => void;
  onReset: () => void;
};

/**
 * A form for a strategy's parameters, generated from its JSON Schema, or its recipe as JSON. Changes are written to the
 * URL.
 */
export function ParameterForm({ info, slot, choice, prompts = [], onParam, onParams, onReset }: Props) {
  const say = useSay();
  const [view, setView] = useState<"form" | "json">("form");
  if (!info)
    return (
      <EmptyState title={say("No strategy to tune")}>
        {say("Choose one on the left to see its parameters here.")}
      </EmptyState>
    );
  const isOwn = info.id === OWN_RECIPE;
  return (
    <section aria-label={say("Parameters of {id}", { id: choiceName(info.id, say) })} className="min-w-0 px-4 py-3">
      <div className="flex items-center gap-2">
        {slot === null ? null : <StrategyMark slot={slot} />}
        <h2 className="font-semibold text-base">
          {isOwn ? (
            choiceName(info.id, say)
          ) : (
            <Link href={`/strategies/${info.id}` as Route}>{choiceName(info.id, say)}</Link>
          )}
        </h2>
        <Badge>{familyTitle(info, say)}</Badge>
        <span className="ml-auto flex gap-2">
          {isOwn ? null : (
            <SegmentedControl
              label={say("Parameters as")}
              value={view}
              onValueChange={setView}
              segments={[
                { value: "form", label: say("Form") },
                { value: "json", label: "JSON" },
              ]}
            />
          )}
          <Button size="sm" disabled={Object.keys(choice.params).length === 0} onClick={onReset}>
            {say("Reset all")}
          </Button>
        </span>
      </div>
      <p className="mt-1 text-small text-tx2">{isOwn ? `${say.known(info.title)}${say(".")}` : aboutText(info, say)}</p>
      <GuideTable info={info} />
      {isOwn || view === "json" ? (
        <RecipeJson
          key={info.id}
          choice={choice.id === info.id ? choice : { ...choice, id: info.id }}
          onParams={onParams}
        />
      ) : (
        <>
          <OwnPrompts
            prompts={prompts.filter(({ strategy }) => strategy === info.id)}
            onPrompt={(prompt) => onParam("prompt", prompt, "")}
          />
          <Fields info={info} params={choice.params} onParam={onParam} />
        </>
      )}
    </section>
  );
}

/** The reader's own variants of this strategy: one click puts the prompt into the form. */
function OwnPrompts({ prompts, onPrompt }: { prompts: readonly OwnPrompt[]; onPrompt: (prompt: string) => void }) {
  const say = useSay();
  if (prompts.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-small">
      <span className="text-tx2">{say("Your variants")}</span>
      {prompts.map(({ name, prompt }) => (
        <Button key={name} size="sm" onClick={() => onPrompt(prompt)}>
          {name}
        </Button>
      ))}
    </p>
  );
}

const aboutText = ({ title, product, model, mode, deterministic, reversible }: StrategyAnswer, say: Say): string =>
  say("{title}. Follows {name} {version} of {date}; {model}, {deterministic}, {reversible}, {mode}.", {
    title: say.known(title),
    name: say.known(product.name),
    version: product.version,
    date: product.date,
    model: say(MODEL[model]),
    deterministic: deterministic ? say("gives the same result every time") : say("may differ from run to run"),
    reversible: reversible ? say("reversible") : say("not reversible"),
    mode: say(MODE_LINES[mode]),
  });

const MODEL = {
  none: sentence("needs no model"),
  optional: sentence("summarises by rule, or with a model if one is set"),
  required: sentence("needs a model"),
} as const;

function Fields({
  info,
  params,
  onParam,
}: { info: StrategyAnswer } & Pick<StrategyChoice, "params"> & Pick<Props, "onParam">) {
  const say = useSay();
  const fields = toFormFields(info.params, say);
  if (fields.length === 0) return <p className="py-3 text-small text-tx3">{say("This strategy has no parameters.")}</p>;
  return (
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
  const say = useSay();
  const id = `${strategy}-${field.name}`;
  return (
    <div className="grid grid-cols-[132px_1fr] gap-x-3 border-line border-t py-2.5">
      <dt>
        <label htmlFor={id} className="block font-mono text-code">
          {field.name}
        </label>
        <span className="block text-micro text-tx3">
          {say("default{value}", { value: isChanged ? ` ${say.known(fieldText(field.otherwise))}` : "" })}
          {isChanged ? (
            <>
              {" · "}
              <button
                type="button"
                aria-label={say("Reset {name}", { name: field.name })}
                onClick={() => onValue(field.otherwise)}
                className="text-acc hover:underline"
              >
                {say("Reset")}
              </button>
            </>
          ) : null}
        </span>
      </dt>
      <dd className="min-w-0">
        <FieldControl id={id} field={field} value={value} isChanged={isChanged} onValue={onValue} />
        {field.description ? <p className="mt-1 text-small text-tx2">{say.known(field.description)}</p> : null}
      </dd>
    </div>
  );
}
