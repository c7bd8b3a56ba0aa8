import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { EmptyState } from "@/components/ui/empty-state";
import { anchorOf, type MetricChapter, toMetricsDocument } from "@/lib/view-models/metrics/metrics-outline";
import { english, type Say } from "@/lib/wording/say";

type Props = { text: string | null; say?: Say };

/**
 * Every figure with its formula, source and example; labels elsewhere link to its heading. Null: the file is absent.
 * Rendered by the server, so that the Markdown parser stays there; therefore `say` is a parameter rather than taken
 * from the page's words.
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
  const { intro, rest, chapters } = toMetricsDocument(text);
  const components = componentsOf(chapters);
  return (
    <main id="main" className="mx-auto w-full max-w-[92ch] px-4 py-6 text-base max-sm:px-3">
      {say.language === "en" ? null : (
        <p className="mb-4 text-small text-tx2">
          {say("This is docs/metrics.md, a document of the project, in English.")}
        </p>
      )}
      <article lang="en">
        <Markdown remarkPlugins={PLUGINS} components={components}>
          {intro}
        </Markdown>
        <Contents label={say("Contents")} chapters={chapters} />
        <Markdown remarkPlugins={PLUGINS} components={components}>
          {rest}
        </Markdown>
      </article>
    </main>
  );
}

const PLUGINS = [remarkGfm];

/** A list of all figures: the page is many screens long. */
function Contents({ label, chapters }: { label: string; chapters: readonly MetricChapter[] }) {
  return (
    <nav aria-label={label} className="my-4 border-line border-y py-2 text-small">
      {chapters.map(({ id, name, sections }) => (
        <div key={id} className="my-2">
          <a
            href={`#${id}`}
            className="inline-block min-h-6 font-semibold text-tx leading-6 no-underline hover:underline"
          >
            {name}
          </a>
          <ul className="columns-2 gap-x-4 sm:columns-3">
            {sections.map((section) => (
              <li key={section.id} className="break-inside-avoid">
                <a
                  href={`#${section.id}`}
                  className="inline-block min-h-6 text-acc leading-6 no-underline hover:underline"
                >
                  {section.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Headings show a figure's name and its API name; their anchors are the document's. */
function componentsOf(chapters: readonly MetricChapter[]): Components {
  const sections = new Map(chapters.flatMap((chapter) => chapter.sections).map((section) => [section.id, section]));
  return {
    ...COMPONENTS,
    h2: ({ children }) => {
      const id = anchorOf(String(children));
      const section = sections.get(id);
      return (
        <h2 id={id} className="mt-6 mb-1 scroll-mt-4 rounded-control font-semibold text-title target:bg-accbg">
          {section?.name ?? children}
          {section?.isCalledById ? <code className="ml-2 font-mono font-normal text-code text-tx3">{id}</code> : null}
        </h2>
      );
    },
  };
}

const COMPONENTS: Components = {
  h1: ({ children }) => (
    <h1 id={anchorOf(String(children))} className="mt-8 mb-2 scroll-mt-4 font-semibold text-hero first:mt-0">
      {children}
    </h1>
  ),
  p: ({ children }) => <p className="my-2 text-tx2">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5 text-tx2 marker:text-tx3">{children}</ul>,
  code: ({ children }) => <code className="font-mono text-code text-tx">{children}</code>,
  strong: ({ children }) => <strong className="font-semibold text-tx">{children}</strong>,
  // Links between documents do not work on this page: only their text stays.
  a: ({ children }) => <span>{children}</span>,
};
