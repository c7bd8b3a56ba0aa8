"use client";
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
  useQueryState,
  useQueryStates,
} from "nuqs";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { toFoundRoots } from "@/lib/view-models/found-sessions";
import {
  countValues,
  filterLibrary,
  LIBRARY_COLUMN_IDS,
  LIBRARY_FLAGS,
  type LibraryColumn,
  type LibraryFlag,
  type LibraryItem,
  shortModel,
  sortLibrary,
} from "@/lib/view-models/library-table";
import { BringYourOwn } from "./bring-your-own";
import { DeleteDialog } from "./delete-dialog";
import { DiscoveryPanel } from "./discovery-panel";
import { DropOverlay } from "./drop-overlay";
import { ExampleCard } from "./example-card";
import { FirstRun } from "./first-run";
import { ImportReport } from "./import-report";
import { LastImport } from "./last-import";
import { LibraryFilterBar } from "./library-filter-bar";
import { LibraryList } from "./library-list";
import { LibraryTable } from "./library-table";
import { MissingFiles } from "./missing-files";
import { NoMatch } from "./no-match";
import { PasteDialog } from "./paste-dialog";
import { filesOfInput } from "./read-dropped";
import type { NamedFile } from "./send-files";
import { TotalsStrip } from "./totals-strip";
import { useDiscovery } from "./use-discovery";
import { useImports } from "./use-imports";
import { useRebuild } from "./use-rebuild";

type Props = {
  items: readonly LibraryItem[];
  /** Titles of the formats that can be imported. */
  formats: readonly string[];
  /** Imported files that the library does not show. */
  missing: { readonly files: number; readonly names: readonly string[] };
  exampleTimeline: ReactNode;
};

const FILTERS = {
  q: parseAsString.withDefault(""),
  has: parseAsArrayOf(parseAsStringLiteral(LIBRARY_FLAGS)).withDefault([]),
  client: parseAsString,
  model: parseAsString,
  sort: parseAsStringLiteral(LIBRARY_COLUMN_IDS).withDefault("started"),
  dir: parseAsStringLiteral(["asc", "desc"] as const).withDefault("desc"),
};

/** The library: totals, filters, table, and ways to import. Without sessions, the first-run page is shown instead. */
export function LibraryPage({ items, formats, missing, exampleTimeline }: Props) {
  const { queue, entries } = useImports();
  // The state is kept here because the first rebuilt session replaces the first-run page by the library, which must
  // still report how the rebuild of the other sessions went.
  const rebuild = useRebuild();
  const discovery = useDiscovery();
  const roots = useMemo(() => discovery.roots && toFoundRoots(discovery.roots, items), [discovery.roots, items]);
  const [isReportOpen, setReportOpen] = useQueryState("report", parseAsBoolean.withDefault(false));
  const picker = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const [doomed, setDoomed] = useState<LibraryItem | null>(null);
  // With more than the built-in session, the table is needed to find the examples that were opened.
  const isFirstRun = items.length <= 1 && items.every((item) => item.isExample);

  const importFiles = (files: readonly NamedFile[]) => {
    if (files.length === 0) return;
    queue.addFiles(files);
    void setReportOpen(true);
  };
  const found = (
    <DiscoveryPanel
      roots={roots}
      failure={discovery.failure}
      isLarge={isFirstRun}
      onImport={(root, paths) => {
        const bytes = root.files.filter((file) => paths.includes(file.path)).reduce((sum, file) => sum + file.bytes, 0);
        void queue.addFound(root.id, root.title, paths, bytes);
        void setReportOpen(true);
      }}
    />
  );
  const report =
    isReportOpen && entries.length > 0 ? (
      <ImportReport entries={entries} queue={queue} onClose={() => void setReportOpen(false)} />
    ) : null;
  const dialogs = (
    <>
      <DropOverlay onFiles={importFiles} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Transcripts to import"
        onChange={(event) => {
          importFiles(filesOfInput(event.currentTarget.files));
          event.currentTarget.value = "";
        }}
      />
      <PasteDialog isOpen={isPasting} onOpenChange={setPasting} onFiles={importFiles} />
      <DeleteDialog item={doomed} onClose={() => setDoomed(null)} />
    </>
  );
  if (isFirstRun) {
    const example = <ExampleCard item={items[0] ?? null} queue={queue} timeline={exampleTimeline} />;
    return (
      <>
        <MissingFiles {...missing} rebuild={rebuild} />
        <FirstRun
          formats={formats}
          discovery={found}
          onFiles={importFiles}
          onPaste={() => setPasting(true)}
          example={example}
          report={report}
        />
        {dialogs}
      </>
    );
  }
  return (
    <main id="main" className="flex min-w-0 flex-1 flex-col">
      <h1 className="sr-only">Library</h1>
      <MissingFiles {...missing} rebuild={rebuild} />
      <TotalsStrip items={items} />
      {report}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_284px] max-lg:grid-cols-1">
        <Sessions items={items} onDelete={setDoomed} onImport={() => picker.current?.click()} />
        <aside aria-label="Import" className="divide-y divide-line border-line lg:border-l max-lg:border-t">
          <section aria-label="Found on this machine" className="px-4 py-3">
            <h2 className="mb-1 font-semibold text-small">Found on this machine</h2>
            {found}
          </section>
          <div className="px-4 py-3">
            <BringYourOwn onFiles={importFiles} onPaste={() => setPasting(true)} />
          </div>
          <LastImport entries={entries} isOpen={isReportOpen} onToggle={() => void setReportOpen(!isReportOpen)} />
        </aside>
      </div>
      {dialogs}
    </main>
  );
}

type SessionsProps = { items: readonly LibraryItem[]; onDelete: (item: LibraryItem) => void; onImport: () => void };

function Sessions({ items, onDelete, onImport }: SessionsProps) {
  const [view, setView] = useQueryStates(FILTERS);
  const { shown, hides } = filterLibrary(items, {
    text: view.q,
    flags: view.has,
    client: view.client,
    model: view.model,
  });
  const sorted = sortLibrary(shown, view.sort, view.dir);
  const onSort = (column: LibraryColumn) =>
    void setView({ sort: column, dir: view.sort === column && view.dir === "desc" ? "asc" : "desc" });
  const onFlag = (flag: LibraryFlag) =>
    void setView({ has: view.has.includes(flag) ? view.has.filter((other) => other !== flag) : [...view.has, flag] });
  const clients = countValues(items.map((item) => item.client)).map((choice) => ({ ...choice, label: choice.value }));
  const models = countValues(items.flatMap((item) => [...item.models])).map((choice) => ({
    ...choice,
    label: shortModel([choice.value]) ?? choice.value,
  }));
  return (
    <div className="min-w-0">
      <LibraryFilterBar
        text={view.q}
        onText={(q) => void setView({ q: q === "" ? null : q })}
        flags={view.has}
        onFlag={onFlag}
        client={view.client}
        onClient={(client) => void setView({ client })}
        clients={clients}
        model={view.model}
        onModel={(model) => void setView({ model })}
        models={models}
        shown={shown.length}
        total={items.length}
        hides={hides}
        sort={view.sort}
        onSort={onSort}
        onImport={onImport}
      />
      <LibraryTable items={sorted} sort={view.sort} direction={view.dir} onSort={onSort} onDelete={onDelete} />
      <LibraryList items={sorted} />
      {sorted.length === 0 ? (
        <NoMatch total={items.length} onClear={() => void setView({ q: null, has: null, client: null, model: null })} />
      ) : null}
    </div>
  );
}
