"use client";
import { Tag, Trash2, Undo2, X } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { loadLater } from "@/components/ui/load-later";
import { useIsPhone } from "@/components/ui/use-is-phone";
import { usePreload } from "@/components/ui/use-preload";
import { said, useSay } from "@/components/words/words-provider";
import type { LibraryColumn } from "@/lib/api/library-keys";
import type { LibraryList as Answer } from "@/lib/api/schemas/library-list";
import { type LibraryItem, UNTAGGED } from "@/lib/read-models/library-item";
import { LibraryFilterBar } from "./library-filter-bar";
import { LibraryList } from "./library-list";
import type { RowActions } from "./library-row";
import type { Query } from "./library-rows-store";
import { LibraryTable } from "./library-table";
import { NoMatch } from "./no-match";
import { type LibraryChanges, useLibraryChanges } from "./use-library-changes";
import { NO_FILTER, useLibraryQuery } from "./use-library-query";
import { type LibraryRows, useLibraryRows } from "./use-library-rows";
import { usePlaces } from "./use-places";
import { useRowKeys } from "./use-row-keys";
import { type Selection, useSelection } from "./use-selection";

const loadRename = () => import("./rename-dialog").then((module) => module.RenameDialog);
const loadTag = () => import("./tag-dialog").then((module) => module.TagDialog);
const loadBin = () => import("./bin-dialog").then((module) => module.BinDialog);
const loadToast = () => import("@/components/ui/toast").then((module) => module.Toast);
const LOADED_LATER = [loadRename, loadTag, loadBin, loadToast];
const RenameDialog = loadLater(loadRename);
const TagDialog = loadLater(loadTag);
const BinDialog = loadLater(loadBin);
const Toast = loadLater(loadToast);

type Props = {
  /** The first page as rendered by the server, and the query it answers. */
  drawn: Answer;
  drawnFor: Query;
  /** Whether the server rendered the list for phones. It knows the kind of browser but not its width. */
  isPhoneDrawn: boolean;
  /** null: the reader cannot add sessions. */
  onImport: (() => void) | null;
  /** Re-renders the rest of the page after a change of the library. */
  onChanged: () => void;
};

/** The table of sessions with its search, filters and actions on the chosen rows. */
export function Sessions({ drawn, drawnFor, isPhoneDrawn, onImport, onChanged }: Props) {
  usePreload(LOADED_LATER);
  const isPhone = useIsPhone(isPhoneDrawn);
  const [view, setView] = useLibraryQuery();
  const rows = useLibraryRows(view, drawn, drawnFor);
  const selection = useSelection();
  const redraw = useCallback(() => {
    rows.refresh();
    onChanged();
  }, [rows, onChanged]);
  const changes = useLibraryChanges(redraw);
  const mayChange = useMay("POST /api/library/changes");
  const dialogs = useDialogs();
  const { setRenamed, setTagged, setBinOpen } = dialogs;
  const scrollTo = useRef<(index: number) => void>(() => {});
  const onDelete = (items: readonly LibraryItem[]) => {
    selection.clear();
    void changes.bin(items);
  };
  const active = useRowKeys({
    rows,
    selection,
    scrollTo,
    onTag: setTagged,
    onRename: setRenamed,
    onDelete,
    onUndo: () => void changes.undo(),
    mayChange,
    hasDialog: dialogs.isAnyOpen,
  });
  const actions = useRowActions(selection, setRenamed, setTagged, onDelete);
  const [drawnIds, setDrawnIds] = useState(NO_IDS);
  const words = view.in === "transcripts" ? view.q.trim() : "";
  const places = usePlaces(words, words === "" || rows.isStale ? NO_IDS : drawnIds);
  const sorting = {
    sort: view.sort,
    direction: view.dir,
    onSort: (column: LibraryColumn) =>
      void setView({ sort: column, dir: view.sort === column && view.dir === "desc" ? "asc" : "desc" }),
  };
  const hasHits = words !== "";
  const common = {
    hasHits,
    rows,
    onDrawn: hasHits ? setDrawnIds : ignore,
    places,
    chosen: selection.ids,
    actions: mayChange ? actions : null,
  };
  return (
    <div className="min-w-0">
      <LibraryFilterBar
        view={view}
        setView={setView}
        isPhone={isPhone}
        list={rows.list}
        isStale={rows.isStale}
        isFailed={rows.isFailed}
        onSort={sorting.onSort}
        onImport={onImport}
        onBin={mayChange ? () => setBinOpen(true) : null}
      />
      <SelectionBar selection={selection} found={rows.list.found} onTag={setTagged} onDelete={onDelete} />
      {isPhone ? (
        <LibraryList {...common} />
      ) : (
        <LibraryTable {...common} {...sorting} active={active} scrollTo={scrollTo} />
      )}
      {rows.list.found === 0 ? <NoMatch list={rows.list} onClear={() => void setView(NO_FILTER)} /> : null}
      <Dialogs state={dialogs} rows={rows} changes={changes} />
      <UndoToast changes={changes} />
    </div>
  );
}

/** The subject of each open dialog; absent if closed. */
function useDialogs() {
  const [renamed, setRenamed] = useState<LibraryItem | null>(null);
  const [tagged, setTagged] = useState<readonly LibraryItem[]>([]);
  const [isBinOpen, setBinOpen] = useState(false);
  const isAnyOpen = renamed !== null || tagged.length > 0 || isBinOpen;
  return { renamed, setRenamed, tagged, setTagged, isBinOpen, setBinOpen, isAnyOpen };
}

type DialogsProps = { state: ReturnType<typeof useDialogs>; rows: LibraryRows; changes: LibraryChanges };

function Dialogs({ state, rows, changes }: DialogsProps) {
  const { renamed, setRenamed, tagged, setTagged, isBinOpen, setBinOpen } = state;
  const known = rows.list.facets.tag.flatMap(({ value }) => (value === UNTAGGED ? [] : [value]));
  return (
    <>
      {renamed ? <RenameDialog item={renamed} changes={changes} onClose={() => setRenamed(null)} /> : null}
      {tagged.length > 0 ? (
        <TagDialog items={tagged} known={known} changes={changes} onClose={() => setTagged([])} />
      ) : null}
      {isBinOpen ? <BinDialog changes={changes} onChanged={rows.refresh} onClose={() => setBinOpen(false)} /> : null}
    </>
  );
}

/** Row actions as a stable object, to avoid needless re-renders. */
function useRowActions(
  { toggle }: Selection,
  onRename: (item: LibraryItem) => void,
  onTag: (items: readonly LibraryItem[]) => void,
  onDelete: (items: readonly LibraryItem[]) => void,
): RowActions {
  const latest = useRef(onDelete);
  latest.current = onDelete;
  return useMemo(
    () => ({
      onChoose: toggle,
      onRename,
      onTag: (item) => onTag([item]),
      onDelete: (item) => latest.current([item]),
    }),
    [toggle, onRename, onTag],
  );
}

const NO_IDS: readonly string[] = [];
const ignore = () => {};

/** Seconds in which a deletion can be undone here; after that, the bin can restore it. */
const UNDO_SECONDS = 20;
const PLAIN_SECONDS = 6;

/** States what was changed and offers to undo a deletion. */
function UndoToast({ changes }: { changes: LibraryChanges }) {
  const say = useSay();
  const { said: message, undo, dismiss } = changes;
  if (message === null) return null;
  const canUndo = message.binned.length > 0;
  return (
    <Toast
      id={message.key}
      seconds={canUndo || message.isFailure ? UNDO_SECONDS : PLAIN_SECONDS}
      onClose={dismiss}
      action={
        canUndo ? (
          <Button size="sm" onClick={() => void undo()}>
            <Undo2 aria-hidden />
            {said(say.parts("Undo {kbd}", { kbd: <Kbd aria-hidden>z</Kbd> }))}
          </Button>
        ) : null
      }
    >
      <span role={message.isFailure ? "alert" : undefined} className={message.isFailure ? "text-bad" : undefined}>
        {message.text}
      </span>
    </Toast>
  );
}

type Do = (items: readonly LibraryItem[]) => void;
type SelectionBarProps = { selection: Selection; found: number; onTag: Do; onDelete: Do };

/** Actions on the chosen sessions; at the foot of the screen on a phone. */
function SelectionBar({ selection, found, onTag, onDelete }: SelectionBarProps) {
  const say = useSay();
  const chosen = selection.ids.size;
  if (chosen === 0) return null;
  return (
    <section
      aria-label={say("Chosen sessions")}
      className="flex min-h-10 items-center gap-2 border-accbd border-b bg-accbg px-4 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-30 max-sm:min-h-14 max-sm:border-t max-sm:border-b-0"
    >
      <p role="status" className="mr-auto text-small">
        <span className="font-semibold">{say("{chosen} chosen", { chosen })}</span>{" "}
        <span className="text-tx2">{say("of {found} found", { found })}</span>
      </p>
      <Button onClick={() => onTag(selection.items)}>
        <Tag aria-hidden />
        {say("Tag")}
      </Button>
      <Button variant="danger" onClick={() => onDelete(selection.items)}>
        <Trash2 aria-hidden />
        {say("Delete")}
      </Button>
      <IconButton label={say("Clear selection")} onClick={selection.clear}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}
