import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { FAMILIES } from "@/components/compare/shared/compare-types";
import { costWords } from "@/components/compare/shared/strategy-words";
import type { OwnPrompt } from "@/lib/api/schemas/settings";
import type { StrategyAnswer } from "@/lib/api/schemas/strategy";
import { fieldLimits, toFormFields } from "@/lib/view-models/compare/strategy-form";
import type { ResultsRow } from "@/lib/view-models/strategies/results-row";
import type { StrategyDemo } from "@/lib/view-models/strategies/strategy-demo";
import { formatShare } from "@/lib/wording/number-format";
import type { Say } from "@/lib/wording/say";
import { DemoHistory } from "./demo-history";
import { PromptEditor } from "./prompt-editor";

type Props = {
  info: StrategyAnswer;
  versions: readonly StrategyAnswer[];
  demo: StrategyDemo | null;
  results: ResultsRow | null;
  saved: readonly OwnPrompt[];
  say: Say;
};

/** A strategy: trigger, what it keeps and drops, prompt, parameters, and measurements. */
export function StrategyPage({ info, versions, demo, results, saved, say }: Props) {
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <Head info={info} versions={versions} say={say} />
      <p className="border-line2 border-b bg-s1 px-4 py-2 font-semibold text-base max-sm:px-3">
        {say("Use it when {use_when}.", { use_when: say.known(info.guide.use_when) })}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)_minmax(0,0.9fr)] divide-x divide-line2 max-lg:grid-cols-1 max-lg:divide-x-0">
        <div className="min-w-0">
          <Section title={say("When it starts")}>
            <p className="text-tx2">{sentenceOf(say.known(info.guide.trigger), say)}</p>
            <TriggerBar info={info} say={say} />
          </Section>
          <Section title={say("What it keeps and drops")}>
            {demo === null ? (
              <p className="text-tx3">{say("The small example could not be computed.")}</p>
            ) : (
              <DemoHistory demo={demo} say={say} />
            )}
          </Section>
        </div>
        <div className="min-w-0">
          <Summary demo={demo} say={say} />
          <Section title={say("Its prompt")}>
            {!demo?.prompts[0] ? (
              <p className="text-tx2">{promptAbsence(info, say)}</p>
            ) : (
              <PromptEditor key={info.id} strategy={info.id} prompt={demo.prompts[0]} saved={saved} />
            )}
          </Section>
        </div>
        <div className="min-w-0">
          <Section title={say("Its parameters")}>
            <Parameters info={info} say={say} />
          </Section>
          <Section title={say("Cost and failure")}>
            <p className="text-tx2">{sentenceOf(costWords(info.guide.cost, say), say)}</p>
            <p className="mt-1 text-tx2">
              {say("If it fails: {fallback}.", { fallback: say.known(info.guide.fallback) })}
            </p>
            <p className="mt-1 text-tx2">
              {info.reversible
                ? say("Removed content can be fetched by its reference.")
                : say("Removed content cannot be fetched again.")}
            </p>
          </Section>
          <Results info={info} results={results} say={say} />
          <Source info={info} say={say} />
        </div>
      </div>
    </main>
  );
}

/** Turns a phrase into a sentence. */
const sentenceOf = (phrase: string, say: Say): string =>
  `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${say(".")}`;

function promptAbsence({ model, params }: StrategyAnswer, say: Say): string {
  if (model === "none") return say("No prompt: this strategy is a rule.");
  if (toFormFields(params).every(({ name }) => name !== "prompt"))
    return say("No prompt: a provider writes this summary, with a prompt that is not public.");
  return say("This strategy wrote no summary of this short history, so there is no prompt to show.");
}

function Head({ info, versions, say }: Pick<Props, "info" | "versions" | "say">) {
  const family = FAMILIES.find(({ id }) => id === info.family);
  return (
    <header className="flex flex-wrap items-start gap-x-6 gap-y-2 border-line2 border-b px-4 py-3 max-sm:px-3">
      <div className="min-w-0 flex-1">
        <p className="text-small text-tx2">
          <Link href={"/strategies" as Route} className="text-acc underline">
            {say("Strategies")}
          </Link>
          {" › "}
          {say(family?.title ?? info.family)}: {say(family?.line ?? "")}
        </p>
        <h1 className="font-semibold text-title">{say.known(info.title)}</h1>
        <p className="text-small text-tx2">
          {info.also_called.length === 0 ? null : (
            <>
              {say("Also called: ")}
              <span lang="en">{info.also_called.join(", ")}</span>{" "}
            </>
          )}
          <code className="font-mono text-code text-tx3">{info.id}</code>
        </p>
        {versions.length < 2 ? null : (
          <ul aria-label={say("Versions")} className="mt-1 flex flex-wrap gap-x-4 text-small">
            {versions.map((version) => (
              <li key={version.id}>
                {version.id === info.id ? (
                  <span aria-current="page" className="font-medium">
                    <VersionName info={version} />
                  </span>
                ) : (
                  <Link href={`/strategies/${version.id}` as Route} className="text-acc">
                    <VersionName info={version} />
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </header>
  );
}

const VersionName = ({ info: { id, product } }: { info: StrategyAnswer }) => (
  <span lang="en">
    {product.version} <code className="font-mono text-code text-tx3">{id}</code>
  </span>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="border-line border-b px-4 py-3 text-small max-sm:px-3">
    <h2 className="mb-1 font-semibold text-small">{title}</h2>
    {children}
  </section>
);

/** The window, the strategy's trigger, and its target; hidden if the strategy has none of these. */
function TriggerBar({ info, say }: Pick<Props, "info" | "say">) {
  const fields = new Map(toFormFields(info.params).map(({ name, otherwise }) => [name, otherwise]));
  const [fill, drain] = ["fill", "drain"].map((name) => fields.get(name));
  if (typeof fill !== "number") return null;
  const lines = [
    ...(typeof drain === "number"
      ? [{ name: say("goes down to {share} or less", { share: formatShare(drain) }), at: drain }]
      : []),
    { name: say("starts at {share}", { share: formatShare(fill) }), at: fill },
  ];
  return (
    <div className="mt-2">
      <div aria-hidden className="relative h-2.5 bg-s3">
        {lines.map(({ name, at }) => (
          <span key={name} className="absolute inset-y-0 w-px bg-tx" style={{ left: `${at * 100}%` }} />
        ))}
        <span className="data-fill block h-full bg-tx3" style={{ width: `${fill * 100}%` }} />
      </div>
      <p className="mt-1 text-micro text-tx2">{lines.map(({ name }) => name).join(say(", "))}</p>
    </div>
  );
}

/** All sections of the summary with their content, or the texts inserted by the strategy. */
function Summary({ demo, say }: Pick<Props, "demo" | "say">) {
  if (!demo || (demo.sections.length === 0 && demo.added.length === 0)) return null;
  if (demo.sections.length === 0)
    return (
      <Section title={say("What it writes")}>
        {demo.added.map((text) => (
          <pre key={text} lang="en" className="mb-2 whitespace-pre-wrap break-words font-mono text-code text-tx2">
            {text}
          </pre>
        ))}
      </Section>
    );
  return (
    <Section title={say("The sections of its summary")}>
      <p className="mb-2 text-tx2">
        {say("Written by rule from the same history. A model would fill the same sections.")}
      </p>
      <dl>
        {demo.sections.map(({ title, asks, lines }) => (
          <div key={title} className="border-line border-t py-1.5">
            <dt lang="en" className="flex justify-between gap-3">
              <span className="font-medium">{title}</span>
              <span className="text-right text-micro text-tx3">{asks}</span>
            </dt>
            <dd lang="en" className="whitespace-pre-wrap break-words text-tx2">
              {lines.map((line) => say.known(line)).join("\n")}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Parameters({ info, say }: Pick<Props, "info" | "say">) {
  const fields = toFormFields(info.params, say);
  if (fields.length === 0) return <p className="text-tx3">{say("This strategy has no parameters.")}</p>;
  return (
    <dl>
      {fields.map((field) => (
        <div key={field.name} className="border-line border-t py-1.5 first:border-t-0">
          <dt className="flex justify-between gap-3">
            <code className="font-mono text-code">{field.name}</code>
            <code className="tabular min-w-0 truncate font-mono text-code text-tx2">
              {JSON.stringify(field.otherwise)}
            </code>
          </dt>
          <dd className="text-tx2">{say.known(field.description)}</dd>
          <dd className="text-micro text-tx3">{fieldLimits(field, field.otherwise, say)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Our benchmark's figures and published ones for the kind, each under its own heading. */
function Results({ info, results, say }: Pick<Props, "info" | "results" | "say">) {
  const { published } = info.guide;
  return (
    <Section title={say("Measured results")}>
      {results === null ? (
        <p className="text-tx2">{say("Not measured on real sessions yet.")}</p>
      ) : (
        <>
          <p className="mb-1 text-micro text-tx3">
            {say("Means over requests of real sessions; for each figure, higher is better.")}
          </p>
          <dl>
            {results.cells.map(({ id, name, metric, value }) => (
              <div key={id} className="flex justify-between gap-3 border-line border-t py-1">
                <dt className="text-tx2">
                  {metric === null ? (
                    say(name)
                  ) : (
                    <Link href={`/metrics#${metric}` as Route} className="underline decoration-line2">
                      {say(name)}
                    </Link>
                  )}
                </dt>
                <dd className="tabular">{value === null ? say("not measured") : formatShare(value / 100)}</dd>
              </div>
            ))}
          </dl>
          <p lang="en" className="mt-1 text-micro text-tx3">
            {`docs/results.md: ${results.under}`}
          </p>
        </>
      )}
      {published === null ? null : (
        <p className="mt-2 text-tx2">
          {say("Published: {removed} removed, quality {figure} of 5; {measured_on}.", {
            removed: formatShare(published.removed),
            figure: published.quality.toFixed(2),
            measured_on: say.known(published.measured_on),
          })}
        </p>
      )}
    </Section>
  );
}

function Source({ info: { product, version }, say }: Pick<Props, "info" | "say">) {
  const isAddress = /^https?:/.test(product.source);
  return (
    <Section title={say("Source")}>
      <p className="text-tx2">
        <span lang="en">
          {product.name}, {product.version}, {product.date}.
        </span>{" "}
        {say("Checked against its source on {read}; our version: {version}.", { read: product.read, version })}
      </p>
      <p lang="en" className="break-words text-tx2">
        {isAddress ? (
          <a href={product.source} rel="noreferrer" className="text-acc underline">
            {product.source}
          </a>
        ) : (
          product.source
        )}
      </p>
    </Section>
  );
}
