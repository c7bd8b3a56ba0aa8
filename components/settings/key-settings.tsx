"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Select } from "@/components/ui/select";
import { TextInput } from "@/components/ui/text-input";
import { useSay } from "@/components/words/words-provider";
import { SCOPES, type Scope } from "@/lib/api/caller";
import type { ApiKeyJson } from "@/lib/api/schemas/keys";
import type { ProjectRow } from "@/lib/api/schemas/project";
import { formatDay } from "@/lib/wording/format-day";
import { problemText } from "@/lib/wording/problem-text";
import { type Say, type Sentence, sentence } from "@/lib/wording/say";
import { SettingRow } from "./setting-row";
import type { KeysState } from "./use-keys";

type Props = {
  state: KeysState;
  /** Whether access requires a key. */
  isRequired: boolean;
  projects: readonly ProjectRow[];
};

/** This server's keys: who has which, with controls to create and revoke them. */
export function KeySettings({ state, isRequired, projects }: Props) {
  const say = useSay();
  const [revoking, setRevoking] = useState<ApiKeyJson | null>(null);
  const inUse = state.keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = state.keys.filter(({ revoked_at }) => revoked_at !== null);
  const opens = ({ project }: ApiKeyJson) => projectWords(project, projects, say);
  return (
    <SettingRow
      id="api-keys"
      title={say("API keys")}
      note={
        isRequired
          ? say("required, because this server can be reached from other machines")
          : say("not needed while only this machine can reach Winnow")
      }
    >
      <div className="w-full min-w-0">
        <MakeKey projects={projects} onMake={state.make} />
        {state.failure ? (
          <p role="alert" className="mt-2 text-bad">
            {problemText({ message: state.failure }, say)}
          </p>
        ) : null}
        {inUse.length === 0 ? <p className="mt-3 text-tx2">{say("No active keys.")}</p> : null}
        <ul aria-label={say("Active keys")} className="mt-3">
          {inUse.map((key) => (
            <KeyRow key={key.id} of={key} opens={opens(key)} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
        {revoked.length > 0 ? (
          <details className="mt-2">
            <summary className="w-fit cursor-pointer text-tx2">
              {say("{count, plural, one {# revoked key} other {# revoked keys}}", { count: revoked.length })}
            </summary>
            <ul aria-label={say("Revoked keys")} className="mt-1">
              {revoked.map((key) => (
                <KeyRow key={key.id} of={key} opens={opens(key)} onRevoke={null} />
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      <ConfirmDialog
        of={revoking}
        title={say("Revoke this key?")}
        explain={({ name, hint }) =>
          say(
            "“{name}” ({hint}…) stops working. Programs and browsers that use it are refused. This cannot be undone.",
            { name, hint },
          )
        }
        action={say("Revoke")}
        onConfirm={({ id }) => state.revoke(id)}
        onClose={() => setRevoking(null)}
      />
    </SettingRow>
  );
}

/** The name of a key's project; null if it is for the entire server and needs no distinction. */
function projectWords(id: string | null, projects: readonly ProjectRow[], say: Say): string | null {
  if (id === null) return projects.length > 1 ? say("all projects") : null;
  return say("only {project}", { project: projects.find((one) => one.id === id)?.name ?? id });
}

type RowProps = { of: ApiKeyJson; opens: string | null; onRevoke: (() => void) | null };

function KeyRow({ of, opens, onRevoke }: RowProps) {
  const say = useSay();
  const { name, hint, scopes, created_at, last_used_at, revoked_at } = of;
  const made = say("created {day}", { day: formatDay(created_at, "day", say) });
  const used =
    last_used_at === null
      ? say("never used")
      : say("last used {time} UTC", { time: formatDay(last_used_at, "time", say) });
  const gone = revoked_at === null ? null : say("revoked {time} UTC", { time: formatDay(revoked_at, "time", say) });
  return (
    <li className="flex items-start gap-3 border-line border-t py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium" title={name}>
            {name}
          </span>
          <code className="font-mono text-code text-tx3">{hint}…</code>
          {scopes.map((scope) => (
            <Chip key={scope} tone={scope === "admin" && !revoked_at ? "warn" : "neutral"}>
              <code>{scope}</code>
            </Chip>
          ))}
        </p>
        <p className="tabular text-micro text-tx3">{[opens, made, used, gone].filter(Boolean).join(" · ")}</p>
      </div>
      {onRevoke ? (
        <Button size="sm" variant="danger" aria-label={say("Revoke {name}", { name })} onClick={onRevoke}>
          {say("Revoke")}
        </Button>
      ) : null}
    </li>
  );
}

/** What each scope allows, in a few words; docs/keys.md has the details. */
const OPENS: Readonly<Record<Scope, Sentence>> = {
  read: sentence("pages, sessions and what is computed from them"),
  import: sentence("adding sessions, but not reading any"),
  compress: sentence("compressing conversations that the caller sends, but not reading the library"),
  admin: sentence("everything: deleting, settings, keys, folders of this machine"),
};

/** Option for every project. */
const ALL = "all";

/** Creates a key with a name and scopes, and shows it once. */
function MakeKey({ projects, onMake }: { projects: readonly ProjectRow[]; onMake: KeysState["make"] }) {
  const say = useSay();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [project, setProject] = useState(ALL);
  const [made, setMade] = useState<{ readonly name: string; readonly text: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const toggle = (scope: Scope) =>
    setScopes((before) => (before.includes(scope) ? before.filter((other) => other !== scope) : [...before, scope]));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const key = await onMake(name.trim(), scopes, project === ALL ? null : project);
    setBusy(false);
    if (key === null) return;
    setMade({ name: name.trim(), text: key });
    setName("");
    setScopes(["read"]);
  };
  if (made) return <ShownOnce {...made} onDone={() => setMade(null)} />;
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <label htmlFor="key-name" className="flex min-w-48 flex-1 flex-col gap-1 text-micro text-tx2">
          {say("Name of the new key: who or what it is for")}
          <TextInput
            id="key-name"
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" variant="primary" disabled={isBusy || name.trim() === "" || scopes.length === 0}>
          {say("Create API key")}
        </Button>
      </div>
      {projects.length > 1 ? (
        <Select
          label={say("Project it can access")}
          value={project}
          onValueChange={setProject}
          options={[
            { value: ALL, label: say("All projects") },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          className="w-fit"
        />
      ) : null}
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-1.5 max-md:grid-cols-1">
        <legend className="mb-1 text-micro text-tx2">{say("Access to")}</legend>
        {SCOPES.map((scope) => (
          <div key={scope} className="flex items-start gap-2">
            <Checkbox
              id={`scope-${scope}`}
              className="mt-0.5"
              checked={scopes.includes(scope)}
              onCheckedChange={() => toggle(scope)}
            />
            <label htmlFor={`scope-${scope}`} className="min-w-0">
              <code className="font-mono text-code">{scope}</code>{" "}
              <span className="text-micro text-tx3">{say(OPENS[scope])}</span>
            </label>
          </div>
        ))}
      </fieldset>
    </form>
  );
}

/** The new key. Also selectable by hand, because a page over plain HTTP may not write to the clipboard. */
function ShownOnce({ name, text, onDone }: { name: string; text: string; onDone: () => void }) {
  const say = useSay();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <section
      aria-label={say("The new key")}
      className="flex flex-col gap-2 rounded-control border border-accbd bg-accbg p-3"
    >
      <p role="status">{say("The key “{name}”. It is shown only once and not stored: copy it now.", { name })}</p>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          readOnly
          aria-label={say("The new key")}
          value={text}
          onFocus={(event) => event.target.select()}
          className="h-7 min-w-60 flex-1 rounded-control border border-ctl bg-bg px-2 font-mono text-code"
        />
        <CopyButton text={text} label={say("Copy the key")} />
        <Button onClick={onDone}>{say("Done")}</Button>
      </div>
    </section>
  );
}
