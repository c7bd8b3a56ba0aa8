"use client";
import { Search } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useState } from "react";
import { FAMILIES } from "@/components/compare/shared/compare-types";
import { Badge } from "@/components/ui/chip";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { type DirectoryEntry, toDirectory } from "@/lib/view-models/strategies/strategy-directory";

type Props = { strategies: readonly StrategyAnswer[]; first: string };

/** All strategies by name, with their versions; searchable by product and article names. */
export function StrategyList({ strategies, first }: Props) {
  const say = useSay();
  const [typed, setTyped] = useState(first);
  const entries = toDirectory(strategies, typed, say);
  return (
    <main id="main" className="mx-auto flex w-full max-w-[110ch] flex-col px-4 py-4 max-sm:px-3">
      <h1 className="font-semibold text-title">{say("Strategies")}</h1>
      <p className="mb-2 text-small text-tx2">
        {say(
          "What makes a prompt shorter: {count} strategies, each read in its product's source or rebuilt from an article.",
          {
            count: strategies.length,
          },
        )}
      </p>
      <TextInput
        className="max-w-80"
        icon={<Search />}
        aria-label={say("Filter strategies")}
        placeholder={say("Filter strategies")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="mt-1 text-micro text-tx3">
        {say("{count} found", { count: entries.length })}
      </p>
      {FAMILIES.map(({ id, title, line }) => (
        <Family key={id} title={title} line={line} entries={entries.filter(({ main }) => main.family === id)} />
      ))}
      {entries.length === 0 ? (
        <p className="py-3 text-small text-tx2">{say("No strategy matches these words.")}</p>
      ) : null}
    </main>
  );
}

function Family({ title, line, entries }: { title: string; line: string; entries: readonly DirectoryEntry[] }) {
  const say = useSay();
  if (entries.length === 0) return null;
  return (
    <section aria-label={say.known(title)} className="mt-4">
      <h2 className="border-line2 border-b pb-1 text-small">
        <span className="font-semibold">{say.known(title)}</span>{" "}
        <span className="text-micro text-tx3">{say.known(line)}</span>
      </h2>
      <ul>
        {entries.map(({ main, variants }) => (
          <li key={main.id} className="border-line border-b py-1.5 text-small">
            <Name info={main} />
            {variants.length === 0 ? null : (
              <ul aria-label={say("Versions")} className="mt-0.5 border-line2 border-l pl-3">
                {variants.map((variant) => (
                  <li key={variant.id}>
                    <Name info={variant} />
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

function Name({ info: { id, title, product, also_called, needs_model } }: { info: StrategyAnswer }) {
  const say = useSay();
  return (
    <span className="flex min-h-6 flex-wrap items-baseline gap-x-2">
      <Link href={`/strategies/${id}` as Route} prefetch={false} className="font-medium">
        {say.known(title)}
      </Link>
      <span lang="en" className="text-micro text-tx3">
        {[product.name, product.version, product.date, ...also_called].join(" · ")}
      </span>
      {needs_model ? <Badge>{say("needs a model")}</Badge> : null}
      <code className="ml-auto font-mono text-micro text-tx3">{id}</code>
    </span>
  );
}
