"use client";
import Link from "next/link";
import { useRef, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Select } from "@/components/ui/select";
import { Cell, HeadCell, Table, TableHead, TableRow } from "@/components/ui/table";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { addressOf } from "@/lib/api/address-of";
import { AUDIT_ACTIONS, type AuditAction, type AuditActor } from "@/lib/api/audit-actions";
import type { AuditEntryJson, AuditPageJson } from "@/lib/api/schemas/audit";
import { formatDay } from "@/lib/wording/format-day";
import { problemText } from "@/lib/wording/problem-text";
import { type Sentence, sentence } from "@/lib/wording/say";

type Props = {
  first: AuditPageJson;
  /** The filters in the address. */
  filters: AuditFilters;
  /** Projects visible to the reader, by id. */
  projects: Readonly<Record<string, string>>;
  /** Retention of entries in days. */
  days: number;
};
const EVERY = "every";

/** Who did what and when, with filters stored in the address. */
export function AuditPage({ first, filters: asked, projects, days }: Props) {
  const say = useSay();
  const { entries, filters, setFilter, more, isLoading, loadMore, failure, csvAddress } = useAudit(first, asked);
  return (
    <main id="main" className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-line2 border-b px-4 py-3 max-sm:px-3">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="font-semibold text-title">{say("Audit log")}</h1>
          <p className="text-small text-tx2">
            {say(
              "Who did what, newest first. Entries contain ids but no content, and are kept for {days, plural, one {# day} other {# days}}.",
              {
                days,
              },
            )}
          </p>
        </div>
        <Button asChild>
          <a href={csvAddress} download>
            {say("Save as CSV")}
          </a>
        </Button>
        <Button asChild>
          <Link href="/settings">{say("Settings")}</Link>
        </Button>
      </div>
      <search className="flex flex-wrap items-end gap-2 border-line border-b px-4 py-2 text-small max-sm:px-3">
        <Select
          label={say("What was done")}
          className="w-56 max-sm:w-full"
          value={filters.action ?? EVERY}
          onValueChange={(action) => setFilter("action", action === EVERY ? "" : action)}
          options={[
            { value: EVERY, label: say("All actions") },
            ...AUDIT_ACTIONS.map((action) => ({ value: action, label: say(ACTION_WORDS[action]) })),
          ]}
        />
        <Field name="actor" label={say("Id of a person or key")} {...{ filters, setFilter }} />
        <Field name="subject" label={say("Id of a session, key, person …")} {...{ filters, setFilter }} />
        <Field name="from" type="date" label={say("First day")} {...{ filters, setFilter }} />
        <Field name="to" type="date" label={say("Last day")} {...{ filters, setFilter }} />
      </search>
      {failure ? (
        <p role="alert" className="px-4 py-2 text-bad text-small max-sm:px-3">
          {problemText({ message: failure }, say)}
        </p>
      ) : null}
      {entries.length === 0 ? (
        <EmptyState title={say("No entries")}>{say("No matching actions in the retention period.")}</EmptyState>
      ) : (
        <section aria-label={say("Audit log")} className="min-w-0 overflow-x-auto px-4 max-sm:px-3" tabIndex={-1}>
          <Table className="min-w-200">
            <TableHead>
              <tr>
                <HeadCell className="pl-0">{say("Time (UTC)")}</HeadCell>
                <HeadCell>{say("Who")}</HeadCell>
                <HeadCell>{say("What happened")}</HeadCell>
                <HeadCell>{say("Object")}</HeadCell>
                <HeadCell>{say("Project")}</HeadCell>
                <HeadCell>{say("Address")}</HeadCell>
              </tr>
            </TableHead>
            <tbody>
              {entries.map((entry) => (
                <EntryRow key={entry.id} of={entry} projects={projects} onChoose={setFilter} />
              ))}
            </tbody>
          </Table>
        </section>
      )}
      {more ? (
        <div className="px-4 py-3 max-sm:px-3">
          <Button disabled={isLoading} onClick={loadMore}>
            {say("Show older entries")}
          </Button>
        </div>
      ) : null}
    </main>
  );
}

type FieldProps = {
  name: keyof AuditFilters;
  label: string;
  type?: string;
  filters: AuditFilters;
  setFilter: (name: keyof AuditFilters, value: string) => void;
};

function Field({ name, label, type = "search", filters, setFilter }: FieldProps) {
  return (
    <label htmlFor={`audit-${name}`} className="flex flex-col gap-0.5 text-micro text-tx2 max-sm:w-full">
      {label}
      <TextInput
        id={`audit-${name}`}
        type={type}
        className={type === "date" ? "w-36 max-sm:w-full" : "w-52 max-sm:w-full"}
        value={filters[name] ?? ""}
        onChange={(event) => setFilter(name, event.target.value)}
      />
    </label>
  );
}

type RowProps = { of: AuditEntryJson; projects: Props["projects"]; onChoose: FieldProps["setFilter"] };

function EntryRow({ of, projects, onChoose }: RowProps) {
  const say = useSay();
  const { time, actor, action, subject, project_id, detail, address, request_id } = of;
  const who = actor.name ?? say(ACTOR_WORDS[actor.kind]);
  return (
    <TableRow>
      <Cell className="tabular whitespace-nowrap py-2 pl-0 align-top" title={request_id ?? undefined}>
        {formatDay(time, "time", say)}
      </Cell>
      <Cell className="max-w-56 py-2 align-top">
        {actor.id === null ? (
          who
        ) : (
          <Chosen label={say("Only actions by {who}", { who })} onChoose={() => onChoose("actor", actor.id ?? "")}>
            {who}
          </Chosen>
        )}
      </Cell>
      <Cell className="py-2 align-top">
        {say(ACTION_WORDS[action])}
        {detail === null ? null : <span className="block break-words text-micro text-tx3">{detail}</span>}
      </Cell>
      <Cell className="max-w-64 py-2 align-top">
        {subject === null ? (
          "–"
        ) : (
          <Chosen label={say("Only actions on {subject}", { subject })} onChoose={() => onChoose("subject", subject)}>
            <code className="break-all font-mono text-code">{subject}</code>
          </Chosen>
        )}
      </Cell>
      <Cell className="max-w-40 break-words py-2 align-top">
        {project_id === null ? "–" : (projects[project_id] ?? project_id)}
      </Cell>
      <Cell className="tabular whitespace-nowrap py-2 align-top text-tx2">{address ?? "–"}</Cell>
    </TableRow>
  );
}

/** A value that becomes a filter when clicked. */
function Chosen({ label, onChoose, children }: { label: string; onChoose: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onChoose}
      className="max-w-full rounded-control text-left underline decoration-line2 underline-offset-2 hover:decoration-tx"
    >
      {children}
    </button>
  );
}

const ACTION_WORDS: Readonly<Record<AuditAction, Sentence>> = {
  "sign-in": sentence("signed in"),
  "sign-in-refused": sentence("sign-in refused"),
  "sign-out": sentence("signed out"),
  import: sentence("imported a file"),
  export: sentence("exported a session"),
  download: sentence("downloaded the imported file"),
  bin: sentence("moved to the bin"),
  "take-back": sentence("restored from the bin"),
  delete: sentence("deleted for good"),
  "key-made": sentence("key created"),
  "key-revoked": sentence("key revoked"),
  "role-changed": sentence("role changed"),
  "signed-out-by-admin": sentence("signed out everywhere by an admin"),
  "project-made": sentence("project created"),
  "project-changed": sentence("project changed"),
  "project-deleted": sentence("project deleted"),
  "settings-changed": sentence("settings changed"),
  "retention-run": sentence("old sessions removed"),
  "library-restored": sentence("database restored"),
  "library-rebuilt": sentence("library rebuilt"),
};

/** Labels of actors without a name. */
const ACTOR_WORDS: Readonly<Record<AuditActor, Sentence>> = {
  person: sentence("a person"),
  key: sentence("a key"),
  local: sentence("this machine"),
  own: sentence("the command on the server"),
  server: sentence("Winnow itself"),
  nobody: sentence("unknown person"),
};

type AuditFilters = {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly project?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Milliseconds without a key press before the search runs. */
const PAUSE_MS = 250;

const withoutBlanks = (filters: AuditFilters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, text]) => (text ? [[name, text]] : [])));

/** Entries that match the filters; the address contains the filters, so that it can be shared. */
function useAudit(first: AuditPageJson, asked: AuditFilters) {
  const [filters, setFilters] = useState(asked);
  const [entries, setEntries] = useState<readonly AuditEntryJson[]>(first.entries);
  const [cursor, setCursor] = useState(first.next_cursor);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reading = useRef<AbortController>(null);

  /** Reads the first entries, or those after a cursor. A changed filter aborts it. */
  const read = async (wanted: AuditFilters, after: string | null) => {
    reading.current = new AbortController();
    const { signal } = reading.current;
    const query = { ...withoutBlanks(wanted), cursor: after };
    const called = await callApi("GET /api/audit", { query, signal });
    if (signal.aborted) return;
    setLoading(false);
    if (!called.ok) return setFailure(called.failure.errors[0]?.detail ?? called.failure.message);
    setFailure(null);
    setEntries((before) => (after === null ? called.value.entries : [...before, ...called.value.entries]));
    setCursor(called.value.next_cursor);
  };
  const setFilter = (name: keyof AuditFilters, value: string) => {
    const next: AuditFilters = { ...filters, [name]: value.trim() };
    setFilters(next);
    const address = new URLSearchParams(withoutBlanks(next));
    history.replaceState(null, "", `?${address}`);
    clearTimeout(timer.current);
    reading.current?.abort();
    setLoading(true);
    timer.current = setTimeout(() => void read(next, null), PAUSE_MS);
  };
  const loadMore = () => {
    setLoading(true);
    void read(filters, cursor);
  };
  return {
    entries,
    filters,
    setFilter,
    failure,
    more: cursor !== null,
    isLoading,
    loadMore,
    csvAddress: addressOf("GET /api/audit/csv", { query: withoutBlanks(filters) }),
  };
}
