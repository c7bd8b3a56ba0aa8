import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { EmptyState } from "@/components/ui/empty-state";
import { type MetricChapter, toMetricChapters } from "@/lib/view-models/metrics/metrics-outline";
import { english, type Say } from "@/lib/wording/say";
import { OpenTarget } from "./open-target";

type Props = { text: string | null; say?: Say };

/**
 * Every figure with its formula, source and example; labels elsewhere link to its heading. Null if the file is absent.
 * Rendered on the server, which keeps the Markdown parser out of the browser; `say` is therefore a parameter.
 */
export function MetricsPage({ text, say = english }: Props) {
  if (text === null)
    return (
      <main id="main">
        <h1 className="sr-only">{say("Metrics")}</h1>
        <EmptyState title={say("The metrics page is not available")}>
          {say("This copy of Winnow was packaged without its docs.")}
        </EmptyState>
      </main>
    );
  return (
    <main id="main" className="mx-auto w-full max-w-[92ch] px-4 py-6 text-base max-sm:px-3">
      <h1 className="font-semibold text-hero">{say("Metrics")}</h1>
      {say.language === "en" ? null : (
        <p className="text-small text-tx2">{say("This is docs/metrics.md, a document of the project, in English.")}</p>
      )}
      <OpenTarget />
      <article lang="en">
        {toMetricChapters(text).map((chapter) => (
          <Chapter key={chapter.id} chapter={chapter} />
        ))}
      </article>
    </main>
  );
}

function Chapter({ chapter: { id, name, introduction, sections } }: { chapter: MetricChapter }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mt-8 mb-2 scroll-mt-4 border-line2 border-b pb-1 font-semibold text-title">
        {name}
      </h2>
      <Text>{introduction}</Text>
      {sections.map((section) => (
        <details key={section.id} className="border-line border-b">
          <summary className="cursor-pointer py-1.5">
            <h3 id={section.id} className="inline scroll-mt-4 rounded-control font-semibold target:bg-accbg">
              {section.name}
            </h3>
            {section.isCalledById ? <code className="ml-2 font-mono text-code text-tx3">{section.id}</code> : null}
            <span className="block pl-4 text-small text-tx2">
              <Text components={INLINE}>{section.meaning}</Text>
            </span>
          </summary>
          <div className="pb-2 pl-4">
            <Text>{section.details}</Text>
          </div>
        </details>
      ))}
    </section>
  );
}

const Text = ({ children, components = COMPONENTS }: { children: string; components?: Components }) => (
  <Markdown remarkPlugins={PLUGINS} components={components}>
    {children}
  </Markdown>
);

const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  p: ({ children }) => <p className="my-2 text-tx2">{children}</p>,
  ul: ({ children }) => <ul className="my-2 list-disc space-y-1 pl-5 text-tx2 marker:text-tx3">{children}</ul>,
  code: ({ children }) => <code className="font-mono text-code text-tx">{children}</code>,
  strong: ({ children }) => <strong className="font-semibold text-tx">{children}</strong>,
  // Links between documents do not work on this page, so only their text is shown.
  a: ({ children }) => <span>{children}</span>,
};

const INLINE: Components = { ...COMPONENTS, p: ({ children }) => children };
