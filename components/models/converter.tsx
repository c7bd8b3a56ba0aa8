"use client";
import { memo } from "react";
import { ProvenanceShape } from "@/components/ui/provenance-mark";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { ModelTableRow } from "@/lib/view-models/models/model-table";
import {
  articleNote,
  convertTokens,
  kiloNote,
  roundAbout,
  TEXT_MEASURES,
  type TextMeasure,
  toTokens,
  UNITS,
  type Unit,
} from "@/lib/view-models/models/token-converter";
import { formatMoney, formatShare } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { parseAmount } from "./parse-amount";

type Props = {
  amount: string;
  unit: Unit;
  kind: TextMeasure["id"];
  /** The model that gives the window and the price for comparison. */
  model: string;
  models: readonly ModelTableRow[];
  onChange: (change: { amount?: string; unit?: Unit; kind?: TextMeasure["id"]; with?: string }) => void;
};

/** Converts between tokens, characters, words, pages, KiB and money. */
export const Converter = memo(function Converter({ amount, unit, kind, model: id, models, onChange }: Props) {
  const say = useSay();
  const model = models.find((row) => row.id === id) ?? null;
  const measure = TEXT_MEASURES.find(({ id }) => id === kind) ?? (TEXT_MEASURES[0] as TextMeasure);
  const value = parseAmount(amount);
  const tokens = value === null ? null : toTokens(value, unit, measure);
  const kilo = unit === "tokens" && tokens !== null ? kiloNote(tokens, say) : null;
  return (
    <section aria-labelledby="converter" className="px-4 py-3 max-sm:px-3">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="converter" className="font-semibold text-small">
          {say("Converter")}
        </h2>
        <SegmentedControl
          label={say("Kind of text")}
          value={kind}
          onValueChange={(next) => onChange({ kind: next })}
          segments={TEXT_MEASURES.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </div>
      <div className="flex items-center gap-2">
        <TextInput
          className="w-32 [&_input]:tabular [&_input]:text-right [&_input]:font-semibold"
          aria-label={say("Amount")}
          inputMode="decimal"
          aria-invalid={value === null}
          value={amount}
          onChange={(event) => onChange({ amount: event.target.value })}
        />
        <Select
          label={say("Unit")}
          className="w-28"
          value={unit}
          onValueChange={(next) => onChange({ unit: next as Unit })}
          options={UNITS.map((name) => ({
            value: name,
            label: say(name),
            disabled: toTokens(1, name, measure) === null,
          }))}
        />
        <span className="text-small text-tx3">{say("is about")}</span>
      </div>
      <div className="mt-2 min-h-[126px]" aria-live="polite">
        {tokens === null ? (
          <p className="text-small text-tx3">
            {value === null
              ? say("An amount such as 131,072 or 200k.")
              : say("{text} has no {unit}.", { text: say(measure.title), unit: say(unit) })}
          </p>
        ) : (
          <Lines tokens={tokens} isExact={unit === "tokens"} measure={measure} model={model} />
        )}
      </div>
      <div className="flex items-center gap-2 text-micro text-tx3">
        {say("window and price of")}
        <Select
          label={say("Model for the conversion")}
          className="w-44"
          value={model?.id ?? ""}
          onValueChange={(next) => onChange({ with: next })}
          options={models.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </div>
      {kilo === null ? null : <p className="mt-2 text-micro text-tx3">{kilo}</p>}
      <Rates source={say(measure.source)} note={tokens === null ? null : articleNote(tokens, measure, say)} />
    </section>
  );
});

/** What the rates were measured on, and how an article's sizes differ from ours; folded, because few need it. */
function Rates({ source, note }: { source: string; note: string | null }) {
  const say = useSay();
  return (
    <details className="text-micro text-tx3">
      <summary className="touch-target min-h-6 w-fit cursor-pointer leading-6">
        {say("Where these rates come from")}
      </summary>
      <p>{say("Measured with {source}.", { source })}</p>
      {note === null ? null : <p className="mt-1">{note}</p>}
    </details>
  );
}

const about = (value: number): string => `~${roundAbout(value).toLocaleString("en", { maximumSignificantDigits: 3 })}`;

const perToken = (count: number, say: Say): string => say("{count} per token", { count });

function Lines({
  tokens,
  isExact,
  measure,
  model,
}: {
  tokens: number;
  isExact: boolean;
  measure: TextMeasure;
  model: ModelTableRow | null;
}) {
  const say = useSay();
  const converted = convertTokens(tokens, measure);
  const { charactersPerToken, wordsPerToken, tokensPerLine } = measure;
  const window = model?.window ?? null;
  const isLong = model?.stepAt != null && tokens > model.stepAt;
  const price = (isLong ? model.inputAbove : model?.input) ?? null;
  return (
    <dl>
      {isExact ? null : <Line name={say("tokens")} value={about(tokens)} note="o200k" />}
      <Line name={say("characters")} value={about(converted.characters)} note={perToken(charactersPerToken, say)} />
      {converted.words === null ? null : (
        <Line name={say("words")} value={about(converted.words)} note={perToken(wordsPerToken ?? 0, say)} />
      )}
      {converted.lines === null ? null : (
        <Line
          name={say("lines of code")}
          value={about(converted.lines)}
          note={say("{tokens} tokens a line", { tokens: tokensPerLine ?? 0 })}
        />
      )}
      <Line
        name={say("pages")}
        value={about(converted.pages)}
        note={say("{count} characters", { count: measure.charactersPerPage.toLocaleString("en") })}
      />
      <Line
        name="UTF-8"
        value={`${about(converted.kibibytes)} KiB`}
        note={say("{bytes} bytes per token", { bytes: measure.bytesPerToken })}
      />
      {window === null ? null : (
        <Line
          name={say("of {tokens} window", { tokens: window.toLocaleString("en") })}
          value={formatShare(tokens / window)}
          isExact={isExact}
          note={model?.title ?? ""}
        />
      )}
      {price === null ? null : (
        <Line
          name={say("as input, once")}
          value={formatMoney((tokens * price) / 1e6)}
          isExact={isExact}
          note={say("{price} per million", { price: `$${price}` })}
        />
      )}
    </dl>
  );
}

function Line({
  name,
  value,
  note,
  isExact = false,
}: {
  name: string;
  value: string;
  note: string;
  isExact?: boolean;
}) {
  return (
    <div className="grid h-[18px] grid-cols-[minmax(0,1fr)_84px_minmax(0,1fr)] items-center gap-2 text-small">
      <dt className="flex items-center gap-1.5 truncate text-tx2">
        <ProvenanceShape basis={isExact ? "exact" : "estimated"} />
        {name}
      </dt>
      <dd className="tabular text-right font-medium">{value}</dd>
      <dd className="truncate text-right text-tx3">{note}</dd>
    </div>
  );
}
