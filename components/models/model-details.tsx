"use client";
import { useCallback, useEffect, useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import { useSay } from "@/components/words/words-provider";
import { formatRate } from "@/lib/wording/format-rate";
import { problemText } from "@/lib/wording/problem-text";
import { type Say, type Sentence, sentence } from "@/lib/wording/say";
import type { ModelDetails as Model } from "../../lib/api/schemas/model";
import { readModelDetails } from "./read-model";
import { WindowForm } from "./window-form";

type Props = { id: string | null; onClose: () => void; onChanged: () => void };

/** Everything known about a model: fields with source and date, other sources' values, past prices, names. */
export function ModelDetails({ id, onClose, onChanged }: Props) {
  const say = useSay();
  const [loaded, setLoaded] = useState<{ id: string; model: Model | null; failure?: string } | null>(null);
  const load = useCallback(async (wanted: string, signal?: AbortSignal) => {
    const found = await readModelDetails(wanted, signal).then(
      (model) => ({ id: wanted, model }),
      (error: Error) => ({ id: wanted, model: null, failure: error.message }),
    );
    if (!signal?.aborted) setLoaded(found);
  }, []);
  useEffect(() => {
    if (id === null) return;
    const aborter = new AbortController();
    void load(id, aborter.signal);
    return () => aborter.abort();
  }, [id, load]);
  const changed = () => {
    if (id !== null) void load(id);
    onChanged();
  };
  const model = loaded?.id === id ? loaded?.model : undefined;
  return (
    <Dialog open={id !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={model?.title ?? id ?? ""}
        description={model ? model.id : say("model")}
        className="max-w-200"
      >
        <div className="min-h-80 overflow-y-auto px-4 py-3">
          {model === undefined ? <LoadingLine>{say("Loading the model")}</LoadingLine> : null}
          {model === null ? (
            <p role="status" className="text-small text-tx2">
              {loaded?.failure === undefined
                ? say("This model is not in the data.")
                : problemText({ message: loaded.failure }, say)}
            </p>
          ) : null}
          {model ? <Details model={model} onChanged={changed} /> : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const NAMES: Readonly<Record<string, Sentence>> = {
  window: sentence("Window"),
  maxOutput: sentence("Max output"),
  prices: sentence("Prices"),
  cache: sentence("Cache rule"),
  tokenizer: sentence("Tokenizer"),
  releaseDate: sentence("Released"),
};

const tokens = (value: number | null, say: Say) => (value === null ? say("unknown") : value.toLocaleString("en"));

function fieldText(model: Model, field: string, say: Say): string {
  if (field === "window") return windowText(model, say);
  if (field === "maxOutput") return tokens(model.max_output, say);
  if (field === "prices") return pricesText(model, say);
  if (field === "tokenizer") return model.tokenizer;
  if (field === "releaseDate") return model.release_date ?? say("unknown");
  if (field === "cache") return model.cache.policy;
  return "";
}

const windowText = ({ window, extended_window }: Model, say: Say): string =>
  extended_window
    ? say("{window}, {extended} on request", { window: tokens(window, say), extended: tokens(extended_window, say) })
    : tokens(window, say);

const pricesText = ({ prices }: Model, say: Say): string =>
  prices
    ? say("{input} in, {output} out", { input: formatRate(prices.input), output: formatRate(prices.output) })
    : say("unknown");

function Details({ model, onChanged }: { model: Model; onChanged: () => void }) {
  const say = useSay();
  return (
    <div className="flex flex-col gap-4 text-small">
      <dl>
        {model.sources.map(({ field, source, as_of }) => (
          <div
            key={field}
            className="grid grid-cols-[110px_minmax(0,1fr)] gap-x-3 border-line border-b py-1 last:border-b-0"
          >
            <dt className="text-tx2">{NAMES[field] ? say(NAMES[field]) : field}</dt>
            <dd>
              <span className="tabular font-medium">{fieldText(model, field, say)}</span>
              <span lang="en" className="block text-micro text-tx3">
                {source}, {as_of}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {model.disagreements.length > 0 ? (
        <section>
          <h3 className="mb-1 font-semibold">{say("What other sources say")}</h3>
          <ul>
            {model.disagreements.map(({ field, value, source, as_of }) => (
              <li key={`${field} ${source}`} className="grid grid-cols-[110px_minmax(0,1fr)] gap-x-3 py-0.5">
                <span className="text-tx2">{NAMES[field] ? say(NAMES[field]) : field}</span>
                <span>
                  <span className="tabular">{typeof value === "number" ? tokens(value, say) : value}</span>
                  <span lang="en" className="text-tx3">
                    {" "}
                    · {source}, {as_of}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <PriceHistory model={model} />
      {model.aliases.length > 0 ? (
        <p className="text-tx2">
          {say("Also known as")} <span className="font-mono text-code">{model.aliases.join(", ")}</span>
        </p>
      ) : null}
      <WindowForm name={model.id} window={model.own?.window ?? null} onSaved={onChanged} />
    </div>
  );
}

function PriceHistory({ model }: { model: Model }) {
  const say = useSay();
  const periods = model.prices?.periods ?? [];
  const hasStep = periods.some(({ long_context }) => long_context !== null);
  if (periods.length < 2 && !hasStep) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{say("Prices per million tokens")}</h3>
      <table className="tabular w-full text-left">
        <thead className="text-micro text-tx3">
          <tr>
            <th className="font-medium">{say("When")}</th>
            <th className="text-right font-medium">{say("Input")}</th>
            <th className="text-right font-medium">{say("Output")}</th>
            <th className="text-right font-medium">{say("Cache read")}</th>
            <th className="text-right font-medium">{say("Cache write")}</th>
          </tr>
        </thead>
        <tbody>
          {periods.flatMap((period) => {
            const when = whenText(period, periods.length, say);
            const long = period.long_context;
            return [
              <Prices key={when} when={when || say("any time")} rates={period} />,
              ...(long
                ? [
                    <Prices
                      key={`${when} long`}
                      when={say("prompts over {tokens}", { tokens: tokens(long.above_tokens, say) })}
                      rates={long}
                    />,
                  ]
                : []),
            ];
          })}
        </tbody>
      </table>
    </section>
  );
}

type Period = NonNullable<Model["prices"]>["periods"][number];

/** `from 2026-01-01 08–16 UTC`; empty if it is always in force. */
function whenText({ from, hours_utc }: Period, periods: number, say: Say): string {
  const start = from ? say("from {date}", { date: from }) : periods > 1 && !hours_utc ? say("at first") : "";
  return `${start} ${hours_utc ? `${hours_utc.join("–")} UTC` : ""}`.trim();
}

type Rates = { input: number; output: number; cache_read: number; cache_write_5m: number };

const Prices = ({ when, rates }: { when: string; rates: Rates }) => (
  <tr className="border-line border-t">
    <td className="py-0.5 text-tx2">{when}</td>
    <td className="text-right">{formatRate(rates.input)}</td>
    <td className="text-right">{formatRate(rates.output)}</td>
    <td className="text-right">{formatRate(rates.cache_read)}</td>
    <td className="text-right">{formatRate(rates.cache_write_5m)}</td>
  </tr>
);
