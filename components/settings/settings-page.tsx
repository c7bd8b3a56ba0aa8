"use client";
import Link from "next/link";
import { useMay } from "@/components/shell/access";
import { Breadcrumb } from "@/components/shell/breadcrumb";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { said, useSay } from "@/components/words/words-provider";
import type { KeyList } from "@/lib/api/schemas/keys";
import type { WhoAmIJson } from "@/lib/api/schemas/people";
import type { ProjectList } from "@/lib/api/schemas/project";
import type { SettingsAnswer } from "@/lib/api/schemas/settings";
import { formatBytes } from "@/lib/wording/number-format";
import { AccessSettings } from "./access-settings";
import { BackgroundWork } from "./background-work";
import { ClientModels } from "./client-models";
import { LookSettings } from "./look-settings";
import { ModelCard } from "./model-card";
import { BinDays, PriceOfFact, RedactionChoice } from "./number-settings";
import { PeopleLinks } from "./people-links";
import { SettingGroup, SettingRow } from "./setting-row";
import { SettingsIndex } from "./settings-index";
import { SourceSettings } from "./source-settings";
import { type SettingsState, useSettings } from "./use-settings";

type Props = { first: SettingsAnswer; keys: KeyList | null; projects: ProjectList; own: WhoAmIJson | null };

/** The reader's choices; each is kept in the database as it is changed. */
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
      <Breadcrumb>{say("Settings")}</Breadcrumb>
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
            {say("Everybody at this server shares these settings. Changing them needs a key with the scope admin.")}
          </p>
        )}
        <fieldset disabled={!mayChange} className="contents">
          <Models state={state} />
          <SettingGroup title={say("Advice")}>
            <PriceOfFact state={state} />
            <ClientModels state={state} />
          </SettingGroup>
        </fieldset>
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
      </div>
    </main>
  );
}

function Models({ state }: { state: SettingsState }) {
  const say = useSay();
  const { settings, summary, judge } = state.answer;
  return (
    <SettingGroup title={say("Models that write and judge")}>
      <p className="text-small text-tx2">
        {say(
          "Winnow needs no model. If you set one up, it can write the summaries of strategies that replace old messages by one, and a judge can grade what a compression kept.",
        )}
      </p>
      <ModelCard
        id="summary-model"
        asks="summary"
        title={say("Summaries")}
        without={say("summaries are made by a rule from the transcript")}
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
  const kind = data.database === "embedded" ? say("embedded database") : say("PostgreSQL, files here");
  return (
    <SettingRow
      id="data"
      title={data.directory === null ? say("Data") : say("Data directory")}
      note={
        data.directory === null ? say("of the projects that you see") : say("set by WINNOW_DATA_DIR when Winnow starts")
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
    <SettingRow id="diagnostics" title={say("Diagnostics")} note={say("to send along when you report a fault")}>
      <Button asChild>
        <a href="/api/diagnostics" download>
          {say("Save the diagnostics")}
        </a>
      </Button>
      <p className="min-w-0 text-micro text-tx3">
        {say("Versions, sizes and counts as JSON; nothing of a transcript, no path, name or key.")}
      </p>
    </SettingRow>
  );
}
