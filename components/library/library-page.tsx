"use client";
import type { Route } from "next";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { parseAsBoolean, useQueryState } from "nuqs";
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { loadLater } from "@/components/ui/load-later";
import { usePreload } from "@/components/ui/use-preload";
import { useSay } from "@/components/words/words-provider";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import type { LibraryItem } from "@/lib/read-models/library-item";
import { type FoundFile, type FoundRoot, toFoundRoots } from "@/lib/view-models/library/found-sessions";
import { summariseImports } from "@/lib/view-models/library/import-summary";
import { exampleLine } from "@/lib/view-models/library/library-table";
import { TOUR, tourHref } from "@/lib/view-models/shell/tour";
import { BringYourOwn } from "./bring-your-own";
import type { ExampleTimeline as TimelineOfExample } from "./example-timeline";
import { FirstRun } from "./first-run";
import type { ImportQueue } from "./import-queue";
import type { ImportEntry } from "./import-types";
import type { Query } from "./library-rows-store";
import { LookingForTranscripts } from "./looking-for-transcripts";
import { MissingFiles } from "./missing-files";
import { filesOfDrop, filesOfInput } from "./read-dropped";
import { ReadOnlyNote } from "./read-only-note";
import type { NamedFile } from "./send-files";
import { Sessions } from "./sessions";
import { useDiscovery } from "./use-discovery";
import { useImports } from "./use-imports";
import { useRebuild } from "./use-rebuild";

/** Needed once the server has searched the folders. */
const DiscoveryPanel = loadLater(
  () => import("./discovery-panel").then((module) => module.DiscoveryPanel),
  <LookingForTranscripts />,
);
const loadReport = () => import("./import-report").then((module) => module.ImportReport);
const loadPaste = () => import("./paste-dialog").then((module) => module.PasteDialog);
/**
 * Loaded before their first use: if loading failed then, an error would replace the page and its queue of files to
 * import.
 */
const LOADED_LATER = [loadReport, loadPaste];
const ImportReport = loadLater(loadReport);
const PasteDialog = loadLater(loadPaste);
/** Only on the first-run page. */
const ExampleTimeline = dynamic(() => import("./example-timeline").then((module) => module.ExampleTimeline));

type Props = {
  /** The first page of sessions and the query it answers. */
  drawn: LibraryList;
  drawnFor: Query;
  isPhoneDrawn: boolean;
  /** The built-in session if the library has nothing else, not even in the bin; otherwise null. */
  onlyExample: LibraryItem | null;
  isEmpty: boolean;
  totals: ReactNode;
  /** Titles of the importable formats. */
  formats: readonly string[];
  /** Imported files missing from the library. */
  missing: { readonly files: number; readonly names: readonly string[] };
  /** What the timeline of `onlyExample` draws. */
  exampleTimeline: Omit<ComponentProps<typeof TimelineOfExample>, "id"> | null;
};

/** The library: totals, filters, table, and ways to import. Without sessions it shows the first-run page. */
export function LibraryPage(props: Props) {
  const say = useSay();
  const { drawn, drawnFor, isPhoneDrawn, onlyExample, isEmpty, totals, formats, missing, exampleTimeline } = props;
  const redraw = useRedraw();
  const router = useRouter();
  const { queue, entries } = useImports();
  // Kept here because the first rebuilt session replaces the first-run page with the library, which must still report
  // how the rebuild of the other sessions went.
  const rebuild = useRebuild();
  const discovery = useDiscovery();
  const roots = useMemo(() => discovery.roots && toFoundRoots(discovery.roots), [discovery.roots]);
  const [isReportOpen, setReportOpen] = useQueryState("report", parseAsBoolean.withDefault(false));
  const picker = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  // With more sessions than the built-in one, opened examples can only be found in the table.
  const isFirstRun = isEmpty || onlyExample !== null;

  const mayImport = useMay("POST /api/sessions");

  const importFiles = (files: readonly NamedFile[]) => {
    if (files.length === 0) return;
    queue.addFiles(files);
    void setReportOpen(true);
  };
  const found = discovery.isOffered ? (
    <DiscoveryPanel
      roots={roots}
      failure={discovery.failure}
      isLarge={isFirstRun}
      onOpen={(root, file) => openFound(queue, root, file).then((id) => id !== null && router.push(`/sessions/${id}`))}
      onImport={(root, paths) => {
        const bytes = root.files.filter((file) => paths.includes(file.path)).reduce((sum, file) => sum + file.bytes, 0);
        void queue.addFound(root.id, root.title, paths, bytes);
        void setReportOpen(true);
      }}
    />
  ) : null;
  const report =
    isReportOpen && entries.length > 0 ? (
      <ImportReport entries={entries} queue={queue} onClose={() => void setReportOpen(false)} />
    ) : null;
  const dialogs = mayImport ? (
    <WaysToImport picker={picker} isPasting={isPasting} onPasting={setPasting} onFiles={importFiles} />
  ) : null;
  if (isFirstRun) {
    const own = { formats, onFiles: importFiles, onPaste: () => setPasting(true), discovery: found, report };
    const begin = <Begin item={onlyExample} queue={queue} />;
    const example = <ExampleCard item={onlyExample} timeline={exampleTimeline} />;
    return (
      <>
        <MissingFiles {...missing} rebuild={rebuild} />
        <FirstRun {...own} {...{ begin, example }} isNothingFound={isNothingIn(roots)} />
        {dialogs}
      </>
    );
  }
  return (
    <main id="main" className="flex min-w-0 flex-1 flex-col">
      <h1 className="sr-only">{say("Library")}</h1>
      <MissingFiles {...missing} rebuild={rebuild} />
      {totals}
      {report}
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_284px] max-lg:grid-cols-1">
        <Sessions
          drawn={drawn}
          drawnFor={drawnFor}
          isPhoneDrawn={isPhoneDrawn}
          onImport={mayImport ? () => picker.current?.click() : null}
          onChanged={redraw}
        />
        <ImportAside
          found={found}
          own={mayImport ? <BringYourOwn onFiles={importFiles} onPaste={() => setPasting(true)} /> : <ReadOnlyNote />}
        >
          <LastImport entries={entries} isOpen={isReportOpen} onToggle={() => void setReportOpen(!isReportOpen)} />
        </ImportAside>
      </div>
      {dialogs}
    </main>
  );
}

type WaysToImportProps = {
  picker: Ref<HTMLInputElement>;
  isPasting: boolean;
  onPasting: (isPasting: boolean) => void;
  onFiles: (files: readonly NamedFile[]) => void;
};

/** By dropping files on the page, by choosing them, and by pasting text. */
function WaysToImport({ picker, isPasting, onPasting, onFiles }: WaysToImportProps) {
  usePreload(LOADED_LATER);
  return (
    <>
      <DropOverlay onFiles={onFiles} />
      <FilePicker ref={picker} onFiles={onFiles} />
      <KeptPasteDialog isOpen={isPasting} onOpenChange={onPasting} onFiles={onFiles} />
    </>
  );
}

/** Stays mounted after the first opening, so that a closed dialog keeps its text. */
function KeptPasteDialog(props: ComponentProps<typeof PasteDialog>) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.isOpen;
  return wasOpened.current ? <PasteDialog {...props} /> : null;
}

const isNothingIn = (roots: readonly FoundRoot[] | null): boolean =>
  roots?.every(({ files }) => files.length === 0) ?? false;

/** Imports one found file. Returns the id of its session, or null if the file contains none. */
async function openFound(queue: ImportQueue, root: FoundRoot, file: FoundFile): Promise<string | null> {
  const key = await queue.addFound(root.id, root.title, [file.path], file.bytes);
  const { reports } = await queue.whenEnded(key);
  return reports.flatMap(({ sessions }) => sessions)[0] ?? null;
}

/** Next to the table: transcripts found on this machine, the reader's own files, and the last import. */
function ImportAside({ found, own, children }: { found: ReactNode; own: ReactNode; children: ReactNode }) {
  const say = useSay();
  return (
    <aside aria-label={say("Import")} className="divide-y divide-line border-line lg:border-l max-lg:border-t">
      {found ? (
        <section aria-label={say("Found on this machine")} className="px-4 py-3">
          <h2 className="mb-1 font-semibold text-small">{say("Found on this machine")}</h2>
          {found}
        </section>
      ) : null}
      <div className="px-4 py-3">{own}</div>
      {children}
    </aside>
  );
}

function FilePicker({ ref, onFiles }: { ref: Ref<HTMLInputElement>; onFiles: (files: readonly NamedFile[]) => void }) {
  const say = useSay();
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={say("Transcripts to import")}
      onChange={(event) => {
        onFiles(filesOfInput(event.currentTarget.files));
        event.currentTarget.value = "";
      }}
    />
  );
}

function useRedraw(): () => void {
  const router = useRouter();
  return useCallback(() => router.refresh(), [router]);
}

type LastImportProps = { entries: readonly ImportEntry[]; isOpen: boolean; onToggle: () => void };

/** This browser's imports in one line; a click opens the report above the table. */
function LastImport({ entries, isOpen, onToggle }: LastImportProps) {
  const say = useSay();
  if (entries.length === 0)
    return (
      <p className="px-4 py-3 text-small">
        <Link href="/imports" className="text-acc">
          {say("All imports")}
        </Link>
      </p>
    );
  return (
    <section aria-label={say("Last import")} className="px-4 py-3">
      <div className="flex items-baseline justify-between">
        <h2 className="font-semibold text-small">{say("Last import")}</h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="touch-target text-acc text-small hover:underline"
        >
          {isOpen ? say("Hide report") : say("Report")}
        </button>
      </div>
      <p className="text-small text-tx2">{summariseImports(entries, say)}</p>
      <Link href="/imports" className="text-acc text-small">
        {say("All imports")}
      </Link>
    </section>
  );
}

/** Accepts files dropped anywhere on the page, with a hint while dragging. */
function DropOverlay({ onFiles }: { onFiles: (files: readonly NamedFile[]) => void }) {
  const say = useSay();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Every element under the pointer sends dragenter and dragleave; the pointer has left the page only when they
    // balance.
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const move = (by: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = move(1);
    const leave = move(-1);
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void filesOfDrop(event.dataTransfer).then(onFiles);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop } as const;
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener);
    };
  }, [onFiles]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center bg-(--scrim) p-4">
      <div className="flex size-full items-center justify-center rounded-control border-2 border-acc border-dashed">
        <p className="rounded-control bg-s1 px-4 py-2 font-semibold text-title">{say("Drop to import")}</p>
      </div>
    </div>
  );
}

type BeginProps = { item: LibraryItem | null; queue: ImportQueue };

/** The tour, and next to it the example. Both add the built-in example if it was deleted. */
function Begin({ item, queue }: BeginProps) {
  const say = useSay();
  const router = useRouter();
  const mayAdd = useMay("POST /api/example");
  const [isBusy, setBusy] = useState(false);
  if (item === null && !mayAdd) return null;
  const open = async (addressOf: (id: string) => string) => {
    setBusy(true);
    const id = item?.id ?? (await queue.addExample().catch(() => null));
    if (id) router.push(addressOf(id) as Route);
    else setBusy(false);
  };
  return (
    <p className="mt-5 flex flex-wrap gap-2 max-sm:flex-col">
      <Button variant="primary" disabled={isBusy} onClick={() => void open((id) => tourHref(id, 1))}>
        {say("Take the tour · {count} steps", { count: TOUR.length })}
      </Button>
      <Button disabled={isBusy} onClick={() => void open((id) => `/sessions/${id}`)}>
        {say("Open the example")}
      </Button>
    </p>
  );
}

/** A sentence about the built-in example, and below it the example's timeline. */
function ExampleCard({ item, timeline }: { item: LibraryItem | null; timeline: Props["exampleTimeline"] }) {
  const say = useSay();
  if (item === null) return null;
  return (
    <section aria-label={say("Built-in example")} className="mt-4">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="font-semibold text-small">{say("Built-in example")}</h2>
        <p className="text-small text-tx2">{exampleLine(item, say)}</p>
      </div>
      {timeline ? <ExampleTimeline id={item.id} {...timeline} /> : null}
    </section>
  );
}
