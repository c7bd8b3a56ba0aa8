"use client";
import type { Route } from "next";
import Link from "next/link";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { FollowSwitches } from "@/components/library/follow-switches";
import { useMay } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { said, useSay } from "@/components/words/words-provider";
import type { KeyList } from "@/lib/api/schemas/keys";
import type { WhoAmIJson } from "@/lib/api/schemas/people";
import type { ProjectList } from "@/lib/api/schemas/project";
import type { SettingsAnswer } from "@/lib/api/schemas/settings";
import { type FoundRoot, toFoundRoots } from "@/lib/view-models/library/found-sessions";
import { SETTINGS_GROUPS, SETTINGS_ITEMS } from "@/lib/view-models/settings/settings-items";
import { formatBytes } from "@/lib/wording/number-format";
import { problemText } from "@/lib/wording/problem-text";
import { AccessSettings } from "./access-settings";
import { BackgroundWork } from "./background-work";
import { ClientModels } from "./client-models";
import { LookSettings } from "./look-settings";
import { ModelCard } from "./model-card";
import { AuditDays, BinDays, PriceOfFact, RedactionChoice } from "./number-settings";
import { SettingGroup, SettingRow } from "./setting-row";
import { type SettingsState, useSettings } from "./use-settings";

type Props = { first: SettingsAnswer; keys: KeyList | null; projects: ProjectList; own: WhoAmIJson | null };

/** The reader's settings; each change is stored in the database immediately. */
export function SettingsPage({ first, keys, projects, own }: Props) {
  const say = useSay();
  const state = useSettings(first);
  const { said } = state;
  const mayChange = useMay("PATCH /api/settings");
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-280 flex-1 grid-cols-[200px_minmax(0,1fr)] gap-8 px-4 py-5 max-md:grid-cols-1 max-md:content-start max-md:gap-4 max-sm:px-3"
    >
      <SettingsIndex mayChange={mayChange} />
      <div className="min-w-0">
        <h1 className="sr-only">{say("Settings")}</h1>
        <p
          role={said?.isFailure ? "alert" : "status"}
          className={cn("float-right min-h-4 text-small", said?.isFailure ? "text-bad" : "text-good")}
        >
          {said?.text}
        </p>
        {mayChange ? null : (
          <p className="mb-4 rounded-control border border-line2 bg-s1 px-3 py-2 text-small text-tx2">
            {say(
              "Everyone who uses this server shares these settings. Changing them requires a key with the scope admin.",
            )}
          </p>
        )}
        <LookSettings state={state} />
        <fieldset disabled={!mayChange} className="contents">
          <SettingGroup title={say("Sharing and deleting")}>
            <RedactionChoice state={state} />
            <BinDays state={state} />
          </SettingGroup>
        </fieldset>
        <AccessSettings keys={keys} projects={projects} own={own} links={<PeopleLinks state={state} />} />
        <SettingGroup title={say("Sources and data")}>
          {mayChange ? <SourceSettings /> : null}
          <BackgroundWork mayChange={mayChange} />
          <DataDirectory data={state.answer.data} />
          {mayChange ? <DiagnosticsFile /> : null}
        </SettingGroup>
        <fieldset disabled={!mayChange} className="contents">
          <SettingGroup title={say("Advice")}>
            <PriceOfFact state={state} />
            <ClientModels state={state} />
          </SettingGroup>
          <Models state={state} />
        </fieldset>
      </div>
    </main>
  );
}

function Models({ state }: { state: SettingsState }) {
  const say = useSay();
  const { settings, summary, judge } = state.answer;
  return (
    <SettingGroup title={say("Models for summaries and judging")}>
      <p className="text-small text-tx2">
        {say(
          "Winnow works without a model. If you set one up, it can write the summaries that replace old messages, and a judge can grade what a compression kept.",
        )}
      </p>
      <ModelCard
        id="summary-model"
        asks="summary"
        title={say("Summaries")}
        without={say("a rule writes summaries from the transcript")}
        state={summary}
        chosen={settings.summary_model}
        onChoose={(model) => state.change({ summary_model: model })}
      />
      <ModelCard
        id="judge-model"
        asks="judge"
        title={say("Judge")}
        without={say("Scored by rules (labelled as such)")}
        state={judge}
        chosen={settings.judge_model}
        onChoose={(model) => state.change({ judge_model: model })}
      />
    </SettingGroup>
  );
}

function DataDirectory({ data }: { data: SettingsAnswer["data"] }) {
  const say = useSay();
  const kind = data.database === "embedded" ? say("embedded database") : say("PostgreSQL; files stored here");
  return (
    <SettingRow
      id="data"
      title={data.directory === null ? say("Data") : say("Data directory")}
      note={
        data.directory === null ? say("in the projects you can see") : say("set by WINNOW_DATA_DIR when Winnow starts")
      }
    >
      <div className="min-w-0">
        {data.directory === null ? null : <code className="block break-all font-mono text-code">{data.directory}</code>}
        <p className="text-micro text-tx3">
          {said(
            say.parts(
              "{kind}; {sessions, plural, one {# session} other {# sessions}}, {bytes} of imported files, {index_messages, plural, one {# message} other {# messages}} in the search index. {link}",
              {
                kind,
                sessions: data.sessions,
                bytes: formatBytes(data.bytes),
                index_messages: data.index_messages,
                link: (
                  <Link href="/" className="text-acc underline">
                    {say("Open the library")}
                  </Link>
                ),
              },
            ),
          )}
        </p>
      </div>
    </SettingRow>
  );
}

function DiagnosticsFile() {
  const say = useSay();
  return (
    <SettingRow id="diagnostics" title={say("Diagnostics")} note={say("to attach when you report a bug")}>
      <Button asChild>
        <a href="/api/diagnostics" download>
          {say("Save the diagnostics")}
        </a>
      </Button>
      <p className="min-w-0 text-micro text-tx3">
        {say("Versions, sizes and counts as JSON; no transcript content, paths, names or keys.")}
      </p>
    </SettingRow>
  );
}

/** Links to people and the audit log, for those who may see them. */
function PeopleLinks({ state }: { state: SettingsState }) {
  const say = useSay();
  const seesPeople = useMay("GET /api/people");
  const seesAudit = useMay("GET /api/audit");
  const mayChange = useMay("PATCH /api/settings");
  return (
    <>
      {seesPeople ? (
        <SettingRow id="people" title={say("People")} note={say("who has signed in, and their roles in projects")}>
          <Button asChild>
            <Link href={"/settings/people" as Route}>{say("People and roles")}</Link>
          </Button>
        </SettingRow>
      ) : null}
      {seesAudit ? (
        <SettingRow
          id="audit"
          title={say("Audit log")}
          note={say("who signed in, imported, exported, deleted or changed something")}
        >
          <Button asChild>
            <Link href={"/settings/audit" as Route}>{say("Open the audit log")}</Link>
          </Button>
          {mayChange ? <AuditDays state={state} /> : null}
        </SettingRow>
      ) : null}
    </>
  );
}

/** Visible only with an `admin` key. */
const ADMINS: ReadonlySet<string> = new Set([
  "setting-api-keys",
  "setting-people",
  "setting-audit",
  "setting-sources",
  "setting-diagnostics",
]);

/** The id of the topmost setting in the upper half of the window. */
function useSettingInView(): string | null {
  const [inView, setInView] = useState<string | null>(null);
  useEffect(() => {
    const visible = new Set<Element>();
    const rows = SETTINGS_ITEMS.flatMap(({ id }) => document.getElementById(id.replace("setting-", "")) ?? []);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) isIntersecting ? visible.add(target) : visible.delete(target);
        const first = rows.find((row) => visible.has(row));
        if (first) setInView(`setting-${first.id}`);
      },
      { rootMargin: "0px 0px -50% 0px" },
    );
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return inView;
}

/** All settings by name, in the page's groups: next to the page, or folded above it if there is no room. */
export function SettingsIndex({ mayChange }: { mayChange: boolean }) {
  const say = useSay();
  const inView = useSettingInView();
  const groups = SETTINGS_GROUPS.map(({ title, items }) => (
    <li key={title} className="mb-3">
      <span className="font-semibold text-tx">{say(title)}</span>
      <ul>
        {items
          .filter(({ id }) => mayChange || !ADMINS.has(id))
          .map(({ id, label, href }) => (
            <li key={id}>
              <a
                href={href?.replace("/settings", "")}
                aria-current={id === inView ? "location" : undefined}
                className={cn(
                  "block border-transparent border-l-2 py-1 pl-3 text-tx2 no-underline hover:text-tx max-md:py-2 max-md:text-tx",
                  id === inView && "border-acc text-tx",
                )}
              >
                {say(label)}
              </a>
            </li>
          ))}
      </ul>
    </li>
  ));
  return (
    <nav aria-label={say("Settings")}>
      <details className="rounded-control border border-line2 px-3 py-2 text-small md:hidden">
        <summary>{say("All settings")}</summary>
        <ul className="mt-1">{groups}</ul>
      </details>
      <ul className="sticky top-4 text-small max-md:hidden">{groups}</ul>
      {mayChange ? (
        <p className="mt-4 text-micro text-tx3 max-md:hidden">
          {say("Most are saved as you change them. Ctrl or ⌘ K finds every setting by name.")}
        </p>
      ) : null}
    </nav>
  );
}

/** Where clients write on this machine, and which of these folders are followed. */
function SourceSettings() {
  const say = useSay();
  const [roots, setRoots] = useState<readonly FoundRoot[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    void callApi("GET /api/discover").then((called) => {
      if (called.ok) setRoots(toFoundRoots(called.value.roots));
      else setFailure(called.failure.message);
    });
  }, []);
  return (
    <SettingRow
      id="sources"
      title={say("Folders to follow")}
      note={say("read only; for other folders, set WINNOW_PROJECTS when Winnow starts")}
    >
      <div className="w-full">
        {failure ? (
          <p role="alert" className="text-bad">
            {problemText({ message: failure }, say)}
          </p>
        ) : null}
        {roots === null && failure === null ? <p className="text-tx3">{say("Looking for transcripts…")}</p> : null}
        {roots?.length === 0 ? <p className="text-tx2">{say("No folders of known clients were found.")}</p> : null}
        <ul className="mb-2">
          {roots?.map(({ id, place, files }) => (
            <li key={id} className="flex justify-between gap-3 py-0.5">
              <code className="min-w-0 truncate font-mono text-code">{place}</code>
              <span className="tabular shrink-0 text-micro text-tx3">
                {say("{count, plural, one {# transcript} other {# transcripts}}", { count: files.length })}
              </span>
            </li>
          ))}
        </ul>
        {roots && roots.length > 0 ? <FollowSwitches roots={roots} /> : null}
      </div>
    </SettingRow>
  );
}
