import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { IndexedPage } from "@/components/reference/indexed-page";
import { EmptyState } from "@/components/ui/empty-state";
import { anchorOf, type MetricChapter, toMetricChapters } from "@/lib/view-models/metrics/metrics-outline";
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
  const chapters = toMetricChapters(text);
  const components = componentsOf(chapters);
  return (
    <IndexedPage title={say("Metrics")} label={say("Contents")} index={chapters} lang="en">
      {say.language === "en" ? null : (
        <p className="text-small text-tx2">{say("This is docs/metrics.md, a document of the project, in English.")}</p>
      )}
      <article lang="en">
        {chapters.map(({ id, name, text: own }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} className="mt-8 mb-2 scroll-mt-4 border-line2 border-b pb-1 font-semibold text-title">
              {name}
            </h2>
            <Markdown remarkPlugins={PLUGINS} components={components}>
              {own}
            </Markdown>
          </section>
        ))}
      </article>
    </IndexedPage>
  );
}

const PLUGINS = [remarkGfm];

/** Headings show a figure's name and its API name; their anchors are the document's. */
function componentsOf(chapters: readonly MetricChapter[]): Components {
  const sections = new Map(chapters.flatMap((chapter) => chapter.sections).map((section) => [section.id, section]));
  return {
    ...COMPONENTS,
    h2: ({ children }) => {
      const id = anchorOf(String(children));
      const section = sections.get(id);
      return (
        <h3 id={id} className="mt-6 mb-1 scroll-mt-4 rounded-control font-semibold text-base target:bg-accbg">
          {section?.name ?? children}
          {section?.isCalledById ? <code className="ml-2 font-mono font-normal text-code text-tx3">{id}</code> : null}
        </h3>
      );
    },
  };
}

const COMPONENTS: Components = {
  p: ({ children }) => <p className="my-2 text-tx2">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5 text-tx2 marker:text-tx3">{children}</ul>,
  code: ({ children }) => <code className="font-mono text-code text-tx">{children}</code>,
  strong: ({ children }) => <strong className="font-semibold text-tx">{children}</strong>,
  // Links between documents do not work on this page: only their text stays.
  a: ({ children }) => <span>{children}</span>,
};
