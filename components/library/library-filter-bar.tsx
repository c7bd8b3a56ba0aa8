"use client";
import { Search, Upload, X } from "lucide-react";
import { type RefObject, useRef } from "react";
import { useShortcuts } from "@/components/shell/shortcut-provider";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { LIBRARY_COLUMNS, LIBRARY_FLAGS, type LibraryColumn, type LibraryFlag } from "@/lib/view-models/library-table";
import { type FilterChoice, FilterMenu } from "./filter-menu";

type Props = {
  text: string;
  onText: (text: string) => void;
  flags: readonly LibraryFlag[];
  onFlag: (flag: LibraryFlag) => void;
  client: string | null;
  onClient: (client: string | null) => void;
  clients: readonly FilterChoice[];
  model: string | null;
  onModel: (model: string | null) => void;
  models: readonly FilterChoice[];
  shown: number;
  total: number;
  hides: Readonly<Record<string, number>>;
  sort: LibraryColumn;
  onSort: (column: LibraryColumn) => void;
  onImport: () => void;
};

const KEYS = [{ title: "Library", shortcuts: [{ does: "filter", keys: ["/"] }] }];

/** Filters the library and says how many sessions are hidden. The filters are in the URL. */
export function LibraryFilterBar(props: Props) {
  const { text, onText, flags, shown, total, hides } = props;
  const input = useRef<HTMLInputElement>(null);
  useShortcuts(KEYS, { "/": () => input.current?.focus() });
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2 max-sm:px-3">
      <FilterInput inputRef={input} text={text} onText={onText} />
      <FilterMenu label="Client" value={props.client} choices={props.clients} onValueChange={props.onClient} />
      <FilterMenu label="Model" value={props.model} choices={props.models} onValueChange={props.onModel} />
      {LIBRARY_FLAGS.map((flag) => (
        <FlagChip
          key={flag}
          flag={flag}
          isOn={flags.includes(flag)}
          hides={hides[flag]}
          onClick={() => props.onFlag(flag)}
        />
      ))}
      <PhoneSort sort={props.sort} onSort={props.onSort} />
      <span className="ml-auto whitespace-nowrap text-small text-tx3" role="status">
        {shown === total
          ? `${total} ${total === 1 ? "session" : "sessions"}`
          : `${shown} of ${total}, ${total - shown} hidden`}
      </span>
      <Button onClick={props.onImport}>
        <Upload aria-hidden />
        <span className="max-sm:sr-only">Import</span>
      </Button>
    </div>
  );
}

function FilterInput({
  inputRef,
  text,
  onText,
}: {
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
}) {
  return (
    <TextInput
      ref={inputRef}
      className="w-60 max-sm:w-full"
      icon={<Search />}
      suffix={text === "" ? <Kbd className="max-sm:hidden">/</Kbd> : null}
      aria-label="Filter by title, client or model"
      placeholder="Filter by title or model"
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => event.key === "Escape" && onText("")}
    />
  );
}

function FlagChip({
  flag,
  isOn,
  hides,
  onClick,
}: {
  flag: LibraryFlag;
  isOn: boolean;
  hides: number | undefined;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={cn(
        "touch-target inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-chip border px-2 text-small hover:bg-s2",
        isOn ? "border-accbd bg-accbg text-tx" : "border-line2 text-tx2",
      )}
    >
      has {flag}
      {isOn ? (
        <>
          <span className="text-tx2">hides {hides ?? 0}</span>
          <X aria-hidden className="size-3" />
        </>
      ) : null}
    </button>
  );
}

/** Chooses the sort order on phones, which do not show the table and its sortable headings. */
function PhoneSort({ sort, onSort }: { sort: LibraryColumn; onSort: (column: LibraryColumn) => void }) {
  return (
    <Select
      label="Sort by"
      className="sm:hidden"
      value={sort}
      onValueChange={(column) => onSort(column as LibraryColumn)}
      options={LIBRARY_COLUMNS.map(({ id, label }) => ({ value: id, label }))}
    />
  );
}
