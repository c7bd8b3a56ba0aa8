"use client";
import { useEffect, useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { LoadingLine } from "@/components/ui/loading-line";
import type { ModelDetails as Model } from "../../lib/api/schemas/model";
import { formatRate } from "./models-table";
import { readModelDetails } from "./read-model";
import { WindowForm } from "./window-form";

type Props = { id: string | null; onClose: () => void; onChanged: () => void };

/** Shows everything known about one model: fields with source and date, other sources' values, past prices, names. */
export function ModelDetails({ id, onClose, onChanged }: Props) {
  const [loaded, setLoaded] = useState<{ id: string; model: Model | null } | null>(null);
  useEffect(() => {
    if (id === null) return;
    const aborter = new AbortController();
    readModelDetails(id, aborter.signal).then(
      (model) => setLoaded({ id, model }),
      () => aborter.signal.aborted || setLoaded({ id, model: null }),
    );
    return () => aborter.abort();
  }, [id]);
  const model = loaded?.id === id ? loaded?.model : undefined;
  return (
    <Dialog open={id !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={model?.title ?? id ?? ""} description={model ? model.id : "model"} className="max-w-200">
        <div className="min-h-80 overflow-y-auto px-4 py-3">
          {model === undefined ? <LoadingLine>Reading the model</LoadingLine> : null}
          {model === null ? <p className="text-small text-tx2">This model is not in the data.</p> : null}
          {model ? <Details model={model} onChanged={onChanged} /> : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  window: "Window",
  maxOutput: "Max output",
  prices: "Prices",
  cache: "Cache rule",
  tokenizer: "Tokenizer",
  releaseDate: "Released",
};

const tokens = (value: number | null) => (value === null ? "unknown" : value.toLocaleString("en"));

function fieldText(model: Model, field: string): string {
  if (field === "window")
    return `${tokens(model.window)}${model.extended_window ? `, ${tokens(model.extended_window)} on request` : ""}`;
  if (field === "maxOutput") return tokens(model.max_output);
  if (field === "prices")
    return model.prices ? `${formatRate(model.prices.input)} in, ${formatRate(model.prices.output)} out` : "unknown";
  if (field === "tokenizer") return model.tokenizer;
  if (field === "releaseDate") return model.release_date ?? "unknown";
  if (field === "cache") return model.cache.policy;
  return "";
}

function Details({ model, onChanged }: { model: Model; onChanged: () => void }) {
  return (
    <div className="flex flex-col gap-4 text-small">
      <dl>
        {model.sources.map(({ field, source, as_of }) => (
          <div
            key={field}
            className="grid grid-cols-[110px_minmax(0,1fr)] gap-x-3 border-line border-b py-1 last:border-b-0"
          >
            <dt className="text-tx2">{NAMES[field] ?? field}</dt>
            <dd>
              <span className="tabular font-medium">{fieldText(model, field)}</span>
              <span className="block text-micro text-tx3">
                {source}, {as_of}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {model.disagreements.length > 0 ? (
        <section>
          <h3 className="mb-1 font-semibold">What other sources say</h3>
          <ul>
            {model.disagreements.map(({ field, value, source, as_of }) => (
              <li key={`${field} ${source}`} className="grid grid-cols-[110px_minmax(0,1fr)] gap-x-3 py-0.5">
                <span className="text-tx2">{NAMES[field] ?? field}</span>
                <span>
                  <span className="tabular">{typeof value === "number" ? tokens(value) : value}</span>
                  <span className="text-tx3">
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
          Also known as <span className="font-mono text-code">{model.aliases.join(", ")}</span>
        </p>
      ) : null}
      <WindowForm name={model.id} window={model.own?.window ?? null} onSaved={onChanged} />
    </div>
  );
}

function PriceHistory({ model }: { model: Model }) {
  const periods = model.prices?.periods ?? [];
  const hasStep = periods.some(({ long_context }) => long_context !== null);
  if (periods.length < 2 && !hasStep) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">Prices per million tokens</h3>
      <table className="tabular w-full text-left">
        <thead className="text-micro text-tx3">
          <tr>
            <th className="font-medium">When</th>
            <th className="text-right font-medium">Input</th>
            <th className="text-right font-medium">Output</th>
            <th className="text-right font-medium">Read</th>
            <th className="text-right font-medium">Write</th>
          </tr>
        </thead>
        <tbody>
          {periods.flatMap((period) => {
            const when = [
              period.from ? `from ${period.from}` : periods.length > 1 && !period.hours_utc ? "at first" : "",
              period.hours_utc ? `${period.hours_utc.join("–")} UTC` : "",
            ]
              .join(" ")
              .trim();
            const long = period.long_context;
            return [
              <Prices key={when} when={when || "any time"} rates={period} />,
              ...(long
                ? [<Prices key={`${when} long`} when={`prompts over ${tokens(long.above_tokens)}`} rates={long} />]
                : []),
            ];
          })}
        </tbody>
      </table>
    </section>
  );
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
