"use client";
import { Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { FAMILIES } from "@/components/compare/shared/compare-types";
import { Badge } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { TextInput } from "@/components/ui/text-input";
import { said, useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import {
  type DirectoryEntry,
  type StrategyFigures,
  toDirectory,
} from "@/lib/view-models/strategies/strategy-directory";
import { formatShare, UNKNOWN_TEXT } from "@/lib/wording/number-format";

type Figures = Readonly<Record<string, StrategyFigures>>;
type Props = { strategies: readonly StrategyAnswer[]; figures: Figures; first: string };

/** All strategies by name with what they save and keep, and their versions; searchable by product and article names. */
export function StrategyList({ strategies, figures, first }: Props) {
  const say = useSay();
  const [typed, setTyped] = useState(first);
  const entries = toDirectory(strategies, typed, say);
  const older = strategies.filter(({ variant_of }) => variant_of !== null).length;
  return (
    <main id="main" className="mx-auto flex w-full max-w-[110ch] flex-col px-4 py-4 max-sm:px-3">
      <h1 className="font-semibold text-title">{say("Strategies")}</h1>
      <p className="mb-2 text-small text-tx2">
        {say(
          "{count} strategies that make a prompt shorter, and {older} older versions of them, each taken from its product's source or rebuilt from an article.",
          { count: strategies.length - older, older },
        )}{" "}
        {said(
          say.parts("{saved} and {recall} are means over long prompts of real sessions.", {
            saved: <MetricLink metric="saved">{say("Saved tokens")}</MetricLink>,
            recall: <MetricLink metric="recall">{say("recall of needed facts")}</MetricLink>,
          }),
        )}
      </p>
      <div className="flex items-center gap-3">
        <TextInput
          className="w-full max-w-80"
          icon={<Search />}
          aria-label={say("Filter strategies")}
          placeholder={say("Filter strategies")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="whitespace-nowrap text-small text-tx3">
          {typed.trim() === "" ? "" : say("{count} found", { count: entries.length })}
        </p>
      </div>
      {FAMILIES.map(({ id, title, line }) => (
        <Family
          key={id}
          title={title}
          line={line}
          figures={figures}
          entries={entries.filter(({ main }) => main.family === id)}
        />
      ))}
      {entries.length === 0 ? (
        <p className="py-3 text-small text-tx2">{say("No strategies match these words.")}</p>
      ) : null}
    </main>
  );
}

/** Name, saved, recall and id; no id on a phone. */
const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_64px_96px_220px] items-center gap-x-3 max-sm:grid-cols-[minmax(0,1fr)_52px_56px]";

type FamilyProps = { title: string; line: string; figures: Figures; entries: readonly DirectoryEntry[] };

function Family({ title, line, figures, entries }: FamilyProps) {
  const say = useSay();
  if (entries.length === 0) return null;
  return (
    <section aria-label={say.known(title)} className="mt-4">
      <div className={cn(COLUMNS, "border-line2 border-b pb-1 text-micro text-tx3")}>
        <h2 className="min-w-0 text-small text-tx">
          <span className="font-semibold">{say.known(title)}</span>{" "}
          <span className="text-micro text-tx3">{say.known(line)}</span>
        </h2>
        <span className="self-end text-right">{say("Saved")}</span>
        <span className="self-end text-right">{say("Needed recall")}</span>
      </div>
      <ul>
        {entries.map(({ main, variants }) => (
          <li key={main.id} className="border-line border-b text-small">
            <Row info={main} figures={figures[main.id]} />
            {variants.length === 0 ? null : (
              <ul aria-label={say("Versions")}>
                {variants.map((variant) => (
                  <li key={variant.id}>
                    <Row info={variant} figures={figures[variant.id]} isVariant />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type RowProps = { info: StrategyAnswer; figures: StrategyFigures | undefined; isVariant?: boolean };

function Row({ info: { id, title, needs_model }, figures, isVariant = false }: RowProps) {
  const say = useSay();
  return (
    <div className={cn(COLUMNS, "min-h-8 max-sm:py-1")}>
      <span className={cn("flex min-w-0 items-center gap-2", isVariant && "border-line2 border-l pl-3")}>
        <Link
          href={`/strategies/${id}` as Route}
          prefetch={false}
          className={cn("min-w-0 sm:truncate", !isVariant && "font-medium")}
        >
          {say.known(title)}
        </Link>
        {needs_model ? <Badge>{say("needs a model")}</Badge> : null}
      </span>
      {figures ? (
        <>
          <Percent name={say("Saved")} value={figures.saved} />
          <Percent name={say("Needed recall")} value={figures.recall} />
        </>
      ) : (
        <span className="col-span-2 text-right text-micro text-tx3">{say("not measured")}</span>
      )}
      <code className="truncate text-right font-mono text-micro text-tx3 max-sm:hidden">{id}</code>
    </div>
  );
}

const Percent = ({ name, value }: { name: string; value: number | null }) => (
  <span className="tabular text-right">
    <span className="sr-only">{name} </span>
    {value === null ? UNKNOWN_TEXT : formatShare(value / 100)}
  </span>
);

const MetricLink = ({ metric, children }: { metric: string; children: ReactNode }) => (
  <Link href={`/metrics#${metric}` as Route} className="underline decoration-line2">
    {children}
  </Link>
);
