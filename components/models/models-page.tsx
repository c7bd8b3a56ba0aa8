"use client";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { providerName } from "@/components/charts/provider-mark";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import {
  filterModels,
  MODEL_COLUMN_IDS,
  type ModelColumn,
  type ModelTableRow,
  sortModels,
} from "@/lib/view-models/models/model-table";
import { toWindowChart, windowFacts } from "@/lib/view-models/models/model-windows";
import { UNITS } from "@/lib/view-models/models/token-converter";
import { sentence } from "@/lib/wording/say";
import { Converter } from "./converter";
import { ModelDetails } from "./model-details";
import { ModelsTable } from "./models-table";
import { WindowSection } from "./window-section";

/** The chart in four numbers. */
const WindowFactsList = memo(function WindowFactsList({ rows }: { rows: readonly ModelTableRow[] }) {
  const say = useSay();
  const facts = useMemo(() => windowFacts(toWindowChart(rows)?.points ?? []), [rows]);
  const { total, atMost200k, medians, largest } = facts;
  if (!largest) return null;
  const shown = medians.length > 3 ? medians.slice(-3) : medians;
  return (
    <section aria-labelledby="window-facts" className="border-line border-t px-4 py-3 max-sm:px-3">
      <h2 id="window-facts" className="mb-1 font-semibold text-small">
        {say("In the chart")}
      </h2>
      <dl className="text-small">
        <Fact name={say("200,000 or less")} value={say("{count} of {total}", { count: atMost200k, total })} />
        <Fact
          name={say("median of {years}", { years: shown.map(({ year }) => year).join(", ") })}
          value={shown.map(({ window }) => window.toLocaleString("en")).join(" → ")}
        />
        <Fact
          name={say("largest, since {month}", { month: largest.since })}
          value={largest.window.toLocaleString("en")}
        />
      </dl>
    </section>
  );
});

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex h-[18px] justify-between gap-3">
    <dt className="text-tx2">{name}</dt>
    <dd className="tabular font-medium">{value}</dd>
  </div>
);

type Props = {
  rows: readonly ModelTableRow[];
  overrides: { path: string | null; count: number; error: string | null };
};

const KEYS = [{ title: sentence("Models"), shortcuts: [{ does: sentence("filter"), keys: ["/"] }] }];

/** Models listed before the reader filters or asks for all. Those of the reader's own sessions come first. */
const FIRST = 25;

export function ModelsPage({ rows, overrides }: Props) {
  const say = useSay();
  const [state, setState] = useModelsState();
  const router = useRouter();
  const { q, provider, sort, order } = state;
  const filtered = useMemo(() => filterModels(rows, { text: q, provider }), [rows, q, provider]);
  const shown = useMemo(() => sortModels(filtered, sort, order), [filtered, sort, order]);
  // The table must follow each keystroke immediately; the slower chart may lag.
  const isFiltered = q !== "" || provider !== null;
  const charted = useDeferredValue(
    useMemo(
      () => (isFiltered ? filtered : rows.filter(({ printed }) => printed !== null)),
      [isFiltered, filtered, rows],
    ),
  );
  const [areToolsOpen, setToolsOpen] = useState(false);
  const [areAllShown, setAllShown] = useState(false);
  const listed = isFiltered || areAllShown ? shown : shown.slice(0, FIRST);
  const onScale = useCallback((scale: "log" | "linear") => void setState({ scale }), [setState]);
  const onConvert = useCallback((change: Parameters<typeof setState>[0]) => void setState(change), [setState]);
  const open = useCallback((model: string) => void setState({ model }), [setState]);
  const onSort = useCallback(
    (column: ModelColumn) =>
      void setState((old) => ({ sort: column, order: old.sort === column && old.order === "asc" ? "desc" : "asc" })),
    [setState],
  );
  return (
    <main id="main" className="flex min-w-0 flex-1 flex-col">
      <h1 className="px-4 pt-3 font-semibold text-title max-sm:px-3">{say("Models")}</h1>
      <FilterBar rows={rows} shown={shown.length} state={state} setState={setState} />
      <details className="border-line border-t" onToggle={(event) => setToolsOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer px-4 py-2 text-small text-tx2 max-sm:px-3">
          {say("Context windows over time, and a converter of tokens")}
        </summary>
        {areToolsOpen ? (
          <div className="grid grid-cols-[minmax(0,1fr)_420px] max-md:grid-cols-1">
            <WindowSection
              rows={charted}
              scale={state.scale}
              onScale={onScale}
              selected={state.model}
              onSelect={open}
            />
            <div className="border-line border-l max-md:border-t max-md:border-l-0">
              <Converter
                amount={state.amount}
                unit={state.unit}
                kind={state.kind}
                model={state.with}
                models={rows}
                onChange={onConvert}
              />
              <WindowFactsList rows={charted} />
            </div>
          </div>
        ) : null}
      </details>
      {overrides.error ? (
        <p role="alert" className="border-line border-t px-4 py-2 text-bad text-small">
          {say("Your models.json is not in use. {error}", { error: overrides.error })}
        </p>
      ) : null}
      <ModelsTable rows={listed} sort={sort} order={order} onSort={onSort} selected={state.model} onOpen={open} />
      {listed.length < shown.length ? (
        <Button variant="quiet" className="mx-2 my-1 w-fit text-acc" onClick={() => setAllShown(true)}>
          {say("All {count} models", { count: shown.length })}
        </Button>
      ) : null}
      {shown.length === 0 ? <p className="px-4 py-6 text-small text-tx2">{say("No model has that name.")}</p> : null}
      <p className="px-4 py-3 text-micro text-tx3">
        {say(
          "List prices as of the build; nothing is fetched. Your models.json ({count, plural, one {# row} other {# rows}}) comes first, then the published tables, models.dev, genai-prices and pi-ai.",
          { count: overrides.count },
        )}
      </p>
      <ModelDetails
        id={state.model}
        onClose={() => void setState({ model: null })}
        onChanged={() => router.refresh()}
      />
    </main>
  );
}

type State = ReturnType<typeof useModelsState>;

function FilterBar({
  rows,
  shown,
  state: { q, provider },
  setState,
}: {
  rows: readonly ModelTableRow[];
  shown: number;
  state: State[0];
  setState: State[1];
}) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(KEYS, { "/": () => input.current?.focus() });
  const providers = [...new Set(rows.map((row) => row.provider))];
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-2 max-sm:px-3">
      <TextInput
        ref={input}
        className="w-56 max-sm:w-full"
        icon={<Search />}
        suffix={q === "" ? <Kbd className="max-sm:hidden">/</Kbd> : null}
        aria-label={say("Filter all models by name, provider or tokenizer")}
        placeholder={say("Filter all models")}
        value={q}
        onChange={(event) => void setState({ q: event.target.value })}
        onKeyDown={(event) => event.key === "Escape" && !event.nativeEvent.isComposing && void setState({ q: "" })}
      />
      <Select
        label={say("Provider")}
        className="w-34"
        value={provider ?? "every"}
        onValueChange={(value) => void setState({ provider: value === "every" ? null : value })}
        options={[
          { value: "every", label: say("every provider") },
          ...providers.map((name) => ({ value: name, label: providerName(name, say) })),
        ]}
      />
      <p className="min-w-72 flex-1 text-micro text-tx3">
        {say("prices in $ per million tokens")} · {say("200k: more expensive above 200,000 tokens")} ·{" "}
        {say("±: changed over time, or depends on the hour")} · – {say("billed as input")} ·{" "}
        {say("“128K” as published")} · {say("≠: sources differ")}
      </p>
      <span className="ml-auto whitespace-nowrap text-small text-tx3" role="status">
        {shown === rows.length
          ? say("{count, plural, one {# model} other {# models}}", { count: shown })
          : say("{shown} of {total}, {hidden} hidden", { shown, total: rows.length, hidden: rows.length - shown })}
      </span>
    </div>
  );
}

const KINDS = ["prose", "code", "chinese"] as const;

const PARSERS = {
  q: parseAsString.withDefault(""),
  provider: parseAsString,
  sort: parseAsStringLiteral(MODEL_COLUMN_IDS),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("asc"),
  scale: parseAsStringLiteral(["log", "linear"] as const).withDefault("log"),
  model: parseAsString,
  amount: parseAsString.withDefault("131,072"),
  unit: parseAsStringLiteral(UNITS).withDefault("tokens"),
  kind: parseAsStringLiteral(KINDS).withDefault("prose"),
  with: parseAsString.withDefault("claude-sonnet-4-5"),
};

/** State of the Models page in the URL. Typing replaces the URL, so that it does not fill the browser's history. */
const useModelsState = () => useQueryStates(PARSERS, { history: "replace", scroll: false, throttleMs: 120 });
