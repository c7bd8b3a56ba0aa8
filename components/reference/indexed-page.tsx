import type { ReactNode } from "react";

/** A heading of the page and those below it. */
export type IndexEntry = { readonly id: string; readonly name: string; readonly sections?: readonly IndexEntry[] };

type Props = {
  title: string;
  /** Names the index for screen readers. */
  label: string;
  index: readonly IndexEntry[];
  /** The language of the index, if it differs from the page's. */
  lang?: string | undefined;
  children: ReactNode;
};

/** A long text with its index, which stays in view beside it; on a small screen it stands above. */
export const IndexedPage = ({ title, label, index, lang, children }: Props) => (
  <main
    id="main"
    className="mx-auto grid w-full max-w-[1180px] items-start gap-x-10 px-4 max-sm:px-3 lg:grid-cols-[240px_minmax(0,92ch)]"
  >
    <h1 className="pt-6 font-semibold text-hero lg:col-start-2">{title}</h1>
    <nav
      aria-label={label}
      lang={lang}
      className="text-small lg:row-span-2 lg:row-start-1 max-lg:mt-3 max-lg:border-line max-lg:border-y max-lg:py-2 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-44px)] lg:overflow-y-auto lg:py-6"
    >
      {index.map(({ id, name, sections = [] }) => (
        <div key={id} className="mb-2">
          <a
            href={`#${id}`}
            className="inline-block min-h-6 font-semibold text-tx leading-6 no-underline hover:underline"
          >
            {name}
          </a>
          <ul className="max-lg:columns-2 max-lg:gap-x-4 max-lg:sm:columns-3">
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
    <div className="min-w-0 pb-6 text-base lg:col-start-2">{children}</div>
  </main>
);
