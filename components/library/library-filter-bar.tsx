"use client";
import { ChevronDown, Search, Trash2, Upload, X } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { LazyMenu } from "@/components/ui/lazy-menu";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { LIBRARY_HAS, type LibraryColumn, type LibraryFlag } from "@/lib/api/library-keys";
import type { LibraryList } from "@/lib/api/schemas/library-list";
import { UNTAGGED } from "@/lib/read-models/library-item";
import { shortModel } from "@/lib/read-models/short-model";
import { FLAG_LABEL, folderName } from "@/lib/view-models/library/kept-searches";
import { LIBRARY_COLUMNS } from "@/lib/view-models/library/library-table";
import { formatTokens } from "@/lib/wording/number-format";
import { DateMenu } from "./date-menu";
import type { FilterChoice } from "./filter-choices";
import { FilterMenu } from "./filter-menu";
import type { FlagChoices } from "./flag-choices";
import { KeptSearches } from "./kept-searches";
import type { ChangeView, LibraryView } from "./use-library-query";

type Props = {
  view: LibraryView;
  setView: ChangeView;
  isPhone: boolean;
  list: LibraryList;
  isStale: boolean;
  isFailed: boolean;
  onSort: (column: LibraryColumn) => void;
  /** null for a reader without permission. */
  onImport: (() => void) | null;
  onBin: (() => void) | null;
};

/** Searches and filters the library and shows how many sessions are hidden. All state is in the URL. */
export function LibraryFilterBar(props: Props) {
  const say = useSay();
  const { view, setView, isPhone, list, onSort, onImport, onBin } = props;
  const onFlag = (flag: LibraryFlag) =>
    void setView({ has: view.has.includes(flag) ? view.has.filter((other) => other !== flag) : [...view.has, flag] });
  const shownFlags = LIBRARY_HAS.filter((flag) => flag !== "copy" || view.has.includes(flag) || list.total > 1);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2 max-sm:px-3">
      <SearchField view={view} setView={setView} />
      <Facets view={view} setView={setView} list={list} />
      <FlagMenu flags={shownFlags} chosen={view.has} onFlag={onFlag} />
      {shownFlags.map((flag) => (
        <FlagChip
          key={flag}
          flag={flag}
          isOn={view.has.includes(flag)}
          hides={list.hides[flag]}
          onClick={() => onFlag(flag)}
        />
      ))}
      <KeptSearches view={view} setView={setView} />
      {isPhone ? <PhoneSort sort={view.sort} onSort={onSort} /> : null}
      {/* Wraps as one group, so that no button is left alone in a second row. */}
      <div className="ml-auto flex items-center gap-2">
        <Found {...props} />
        {onBin && list.binned > 0 ? (
          <Button variant="quiet" onClick={onBin}>
            <Trash2 aria-hidden />
            {say("Bin {binned}", { binned: list.binned })}
          </Button>
        ) : null}
        {onImport ? (
          <Button onClick={onImport}>
            <Upload aria-hidden />
            <span className="max-sm:sr-only">{say("Import")}</span>
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** How many sessions are shown and hidden, and what is not searchable yet. */
function Found({ list, view, isStale, isFailed }: Props) {
  const say = useSay();
  const { found, total, unindexed, found_is_floor: isFloor } = list;
  if (isFailed)
    return (
      <span role="alert" className="ml-auto text-bad text-small">
        {say("Winnow is not responding; these rows may be out of date.")}
      </span>
    );
  const isSearching = view.q !== "" && view.in === "transcripts";
  return (
    <span
      role="status"
      className={cn("whitespace-nowrap text-small text-tx2 max-sm:whitespace-normal", isStale && "text-tx3")}
    >
      {found === total ? (
        say("{count, plural, one {# session} other {# sessions}}", { count: total })
      ) : (
        <>
          <span className="font-medium text-tx">
            {isFloor ? say("more than {found}", { found: formatTokens(found) }) : formatTokens(found)}
          </span>{" "}
          {isFloor
            ? say("of {total}", { total: formatTokens(total) })
            : say("of {total}, {tokens} hidden", { total: formatTokens(total), tokens: formatTokens(total - found) })}
        </>
      )}
      {isSearching && unindexed > 0 ? (
        <span className="text-warn">
          {" "}
          {say("· {unindexed} not searchable yet", { unindexed: formatTokens(unindexed) })}
        </span>
      ) : null}
    </span>
  );
}

function SearchField({ view, setView }: Pick<Props, "view" | "setView">) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(NO_KEYS, { "/": () => input.current?.focus() });
  const clear = () => void setView({ q: null });
  return (
    <span className="flex items-center gap-2 max-sm:w-full">
      <TextInput
        ref={input}
        className="w-56 max-sm:w-full"
        icon={<Search />}
        suffix={
          view.q === "" ? (
            <Kbd className="max-sm:hidden">/</Kbd>
          ) : (
            <IconButton label={say("Clear the search")} className="size-6" onClick={clear}>
              <X aria-hidden />
            </IconButton>
          )
        }
        aria-label={view.in === "titles" ? say("Search titles, clients, models, tags") : say("Search all transcripts")}
        placeholder={view.in === "titles" ? say("Search titles, models, tags") : say("Search all transcripts")}
        value={view.q}
        onChange={(event) => void setView({ q: event.target.value || null })}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
          if (view.q === "") input.current?.blur();
          else clear();
        }}
      />
      <SegmentedControl
        label={say("Search in")}
        value={view.in}
        onValueChange={(next) => void setView({ in: next })}
        segments={[
          { value: "transcripts", label: say("Transcripts") },
          { value: "titles", label: say("Titles") },
        ]}
      />
    </span>
  );
}

/** The shortcut sheet lists this key with those of the rows. */
const NO_KEYS: never[] = [];

function Facets({ view, setView, list }: Pick<Props, "view" | "setView" | "list">) {
  const say = useSay();
  const { client, model, project, tag } = list.facets;
  const plain = (choice: { value: string; count: number }): FilterChoice => ({ ...choice, label: choice.value });
  return (
    <>
      <FilterMenu
        label={say("Client")}
        value={view.client}
        choices={client.map(plain)}
        onValueChange={(next) => void setView({ client: next })}
      />
      <FilterMenu
        label={say("Model")}
        value={view.model}
        choices={model.map((choice) => ({ ...choice, label: shortModel([choice.value]) ?? choice.value }))}
        onValueChange={(next) => void setView({ model: next })}
      />
      <FilterMenu
        label={say("Project")}
        value={view.project}
        choices={project.map((choice) => ({ ...choice, label: folderName(choice.value) }))}
        onValueChange={(next) => void setView({ project: next })}
      />
      <FilterMenu
        label={say("Tag")}
        value={view.tag}
        choices={tag.map((choice) => ({
          ...choice,
          label: choice.value === UNTAGGED ? say("not tagged") : choice.value,
        }))}
        onValueChange={(next) => void setView({ tag: next })}
      />
      <DateMenu from={view.from} to={view.to} onChange={(range) => void setView(range)} />
    </>
  );
}

const loadFlags = () => import("./flag-choices").then((module) => module.FlagChoices);

/** Session flags as one menu, because there is no room for separate chips next to the other filters. */
function FlagMenu(menu: Omit<ComponentProps<typeof FlagChoices>, "trigger">) {
  const say = useSay();
  return (
    <LazyMenu
      load={loadFlags}
      menu={menu}
      trigger={
        <Button className="max-sm:hidden">
          {say("Has")}
          <ChevronDown aria-hidden />
        </Button>
      }
    />
  );
}

type FlagProps = { flag: LibraryFlag; isOn: boolean; hides: number | undefined; onClick: () => void };

/** On a phone every flag is a chip; elsewhere only active ones, the others are in the menu. */
function FlagChip({ flag, isOn, hides, onClick }: FlagProps) {
  const say = useSay();
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cn(
        "touch-target inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-chip border px-2 text-small hover:bg-s2",
        isOn ? "border-accbd bg-accbg text-tx" : "border-line2 text-tx2 sm:hidden",
      )}
    >
      {say(FLAG_LABEL[flag])}
      {isOn ? (
        <>
          <span className="text-tx2">{say("hides {hides}", { hides: hides ?? 0 })}</span>
          <X aria-hidden className="size-3" />
        </>
      ) : null}
    </button>
  );
}

/** Sort order for phones, which have no table with sortable headings. */
function PhoneSort({ sort, onSort }: { sort: LibraryColumn; onSort: (column: LibraryColumn) => void }) {
  const say = useSay();
  return (
    <Select
      label={say("Sort by")}
      value={sort}
      onValueChange={(column) => onSort(column as LibraryColumn)}
      options={LIBRARY_COLUMNS.map(({ id, label }) => ({ value: id, label: say(label) }))}
    />
  );
}
