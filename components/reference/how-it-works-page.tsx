import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { GrowthStep } from "@/lib/view-models/models/context-growth";
import type { Say } from "@/lib/wording/say";
import { GrowthChart } from "./growth-chart";
import { IndexedPage } from "./indexed-page";

type Props = { steps: readonly GrowthStep[]; growth: string | null; choosing: string | null; say: Say };

/** The explanatory parts of the docs on one page: the chart is computed, the text and tables are the docs'. */
export function HowItWorksPage({ steps, growth, choosing, say }: Props) {
  const parts = {
    growth: say("Every request sends the whole conversation"),
    choosing: say("Making it shorter: cut or summary, three tools, phases"),
    see: say("See it"),
  };
  return (
    <IndexedPage
      title={say("How it works")}
      label={say("Contents")}
      index={[
        { id: "growth", name: parts.growth },
        { id: "choosing", name: parts.choosing },
        { id: "see", name: parts.see },
      ]}
    >
      <p className="mt-1 text-tx2">
        {say("Why a long conversation gets expensive, what a cached prefix changes, and how products make it shorter.")}
      </p>
      <Part id="growth" title={parts.growth}>
        <GrowthChart steps={steps} say={say} />
        <Text say={say} text={growth} />
      </Part>
      <Part id="choosing" title={parts.choosing}>
        <Text say={say} text={choosing} />
      </Part>
      <Part id="see" title={parts.see}>
        <ul className="list-disc pl-5 text-tx2">
          {LINKS.map(({ href, label }) => (
            <li key={href}>
              <Link href={href as Route} className="inline-flex min-h-6 items-center text-acc underline">
                {label(say)}
              </Link>
            </li>
          ))}
        </ul>
      </Part>
    </IndexedPage>
  );
}

const LINKS = [
  { href: "/examples", label: (say: Say) => say("The articles' examples, each run by the engine") },
  { href: "/strategies", label: (say: Say) => say("Every strategy on a small history, with its prompt") },
  { href: "/models", label: (say: Say) => say("Windows and prices of models") },
] as const;

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-6">
    <h2 id={id} className="mb-2 scroll-mt-4 font-semibold text-title">
      {title}
    </h2>
    {children}
  </section>
);

function Text({ text, say }: { text: string | null; say: Say }) {
  if (text === null) return <p className="text-tx3">{say("This copy of Winnow was packed without its docs.")}</p>;
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
  // Links between documents do not work on this page: only their text stays.
  a: ({ children, href = "" }) =>
    href.startsWith("https://") ? (
      <a href={href} rel="noreferrer" className="text-acc underline">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
};
