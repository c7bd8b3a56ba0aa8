import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { EmptyState } from "@/components/ui/empty-state";
import { english, type Say } from "@/lib/view-models/wording/say";

type Props = { text: string | null; say?: Say };

/**
 * Every figure with its formula, source and example; a label anywhere leads to its heading. Null: the file is absent. The
 * server draws it, so that the parser of Markdown stays there; therefore `say` is given and not taken from the page's words.
 */
export function MetricsPage({ text, say = english }: Props) {
  if (text === null)
    return (
      <main id="main">
        <h1 className="sr-only">{say("Metrics")}</h1>
        <EmptyState title={say("The page of metrics is not here")}>
          {say("This copy of Winnow was packed without its docs.")}
        </EmptyState>
      </main>
    );
  return (
    <main id="main" className="mx-auto w-full max-w-[92ch] px-4 py-6 text-base max-sm:px-3">
      {say.language === "en" ? null : (
        <p className="mb-4 text-small text-tx2">
          {say("This is docs/metrics.md, a document of the project, in English.")}
        </p>
      )}
      <article lang="en">
        <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
          {text}
        </Markdown>
      </article>
    </main>
  );
}

const idOf = (children: unknown): string => String(children).toLowerCase().replaceAll(" ", "-");

const COMPONENTS = {
  h1: ({ children }: { children?: React.ReactNode }) => (
    <h1 className="mt-8 mb-2 font-semibold text-hero first:mt-0">{children}</h1>
  ),
  h2: ({ children }: { children?: React.ReactNode }) => (
    <h2 id={idOf(children)} className="mt-6 mb-1 scroll-mt-4 rounded-control font-semibold text-title target:bg-accbg">
      {children}
    </h2>
  ),
  p: ({ children }: { children?: React.ReactNode }) => <p className="my-2 text-tx2">{children}</p>,
  ul: ({ children }: { children?: React.ReactNode }) => (
    <ul className="my-2 list-disc space-y-1 pl-5 text-tx2 marker:text-tx3">{children}</ul>
  ),
  code: ({ children }: { children?: React.ReactNode }) => (
    <code className="font-mono text-code text-tx">{children}</code>
  ),
  strong: ({ children }: { children?: React.ReactNode }) => (
    <strong className="font-semibold text-tx">{children}</strong>
  ),
  // Links between the documents lead nowhere on this page: their text stays.
  a: ({ children }: { children?: React.ReactNode }) => <span>{children}</span>,
} as const;
