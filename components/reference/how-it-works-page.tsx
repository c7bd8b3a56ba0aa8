import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { type GrowthStep, growthSums } from "@/lib/view-models/models/context-growth";
import type { Say } from "@/lib/wording/say";
import { GrowthChart } from "./growth-chart";

type Props = { steps: readonly GrowthStep[]; growth: string | null; choosing: string | null; say: Say };

/** The answer and its chart, then the two remedies; explanations open on request. The text comes from the docs. */
export function HowItWorksPage({ steps, growth, choosing, say }: Props) {
  const { whole, cached } = growthSums(steps);
  const ways = choosing === null ? null : splitAtTable(choosing);
  return (
    <main id="main" className="mx-auto w-full max-w-[92ch] px-4 py-6 text-base max-sm:px-3">
      <h1 className="font-semibold text-hero">{say("How it works")}</h1>
      <p className="mt-2 text-title">
        {say(
          "Every request sends the whole conversation again. With a cached prefix, {count} requests take {times} times less work.",
          { count: steps.length, times: Math.round(whole / cached) },
        )}
      </p>
      <GrowthChart steps={steps} say={say} />
      <Details title={say("Why: memory, time, and what a cache break costs")}>
        <Text say={say} text={growth} />
      </Details>
      <section aria-labelledby="choosing" className="mt-8">
        <h2 id="choosing" className="font-semibold text-title">
          {say("Two ways to make it shorter")}
        </h2>
        <Text say={say} text={ways?.table ?? null} />
        {ways === null ? null : (
          <Details title={say("Three products, limits on tools, when to compress, work in phases")}>
            <Text say={say} text={ways.rest} />
          </Details>
        )}
      </section>
      <ul aria-label={say("See it")} className="mt-6 flex flex-wrap gap-x-6">
        {LINKS.map(({ href, label }) => (
          <li key={href}>
            <Link href={href as Route} className="inline-flex min-h-6 items-center text-acc underline">
              {label(say)}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** The first table of a Markdown text, and the text after it. */
function splitAtTable(text: string): { readonly table: string; readonly rest: string } {
  const [table] = /^\|.*(?:\n\|.*)*/m.exec(text) ?? [""];
  return { table, rest: text.slice(text.indexOf(table) + table.length) };
}

const LINKS = [
  { href: "/examples", label: (say: Say) => say("The articles' examples, each run by the engine") },
  { href: "/strategies", label: (say: Say) => say("Every strategy on a small history, with its prompt") },
  { href: "/models", label: (say: Say) => say("Windows and prices of models") },
] as const;

const Details = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="border-line border-y">
    <summary className="cursor-pointer py-2 text-tx2">{title}</summary>
    {children}
  </details>
);

function Text({ text, say }: { text: string | null; say: Say }) {
  if (text === null) return <p className="text-tx3">{say("This copy of Winnow was packaged without its docs.")}</p>;
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS}>
      {text}
    </Markdown>
  );
}

const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  p: ({ children }) => <p className="my-2 text-tx2">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5 text-tx2 marker:text-tx3">{children}</ul>,
  code: ({ children }) => <code className="font-mono text-code text-tx">{children}</code>,
  strong: ({ children }) => <strong className="font-semibold text-tx">{children}</strong>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <div tabIndex={0} className="my-3 overflow-x-auto">
      <table className="w-full border-collapse text-left text-small">{children}</table>
    </div>
  ),
  th: ({ children }) =>
    children ? (
      <th className="border-line2 border-b px-2 py-1 font-medium text-tx2">{children}</th>
    ) : (
      <td className="border-line2 border-b" />
    ),
  td: ({ children }) => <td className="border-line border-b px-2 py-1 align-top">{children}</td>,
  // Links between documents do not work on this page, so only their text is shown.
  a: ({ children, href = "" }) =>
    href.startsWith("https://") ? (
      <a href={href} rel="noreferrer" className="text-acc underline">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
};
