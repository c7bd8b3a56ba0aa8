"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useSay } from "@/components/words/words-provider";
import type { ApiKeyJson } from "@/lib/api/schemas/keys";
import type { ProjectRow } from "@/lib/api/schemas/project";
import { formatDay } from "@/lib/wording/format-day";
import type { Say } from "@/lib/wording/say";
import { MakeKey } from "./make-key";
import { SettingRow } from "./setting-row";
import type { KeysState } from "./use-keys";

type Props = {
  state: KeysState;
  /** Nobody gets in without a key. */
  isRequired: boolean;
  projects: readonly ProjectRow[];
};

/** The keys of this server: who has which, making one, revoking one. */
export function KeySettings({ state, isRequired, projects }: Props) {
  const say = useSay();
  const [revoking, setRevoking] = useState<ApiKeyJson | null>(null);
  const inUse = state.keys.filter(({ revoked_at }) => revoked_at === null);
  const revoked = state.keys.filter(({ revoked_at }) => revoked_at !== null);
  const opens = ({ project }: ApiKeyJson) => projectWords(project, projects, say);
  return (
    <SettingRow
      id="api-keys"
      title={say("Keys")}
      note={
        isRequired
          ? say("nobody gets in without one, because this server can be reached from other machines")
          : say("nobody is asked for one while only this machine reaches Winnow")
      }
    >
      <div className="w-full min-w-0">
        <MakeKey projects={projects} onMake={state.make} />
        {state.failure ? (
          <p role="alert" className="mt-2 text-bad">
            {state.failure}
          </p>
        ) : null}
        {inUse.length === 0 ? <p className="mt-3 text-tx2">{say("No key is in use.")}</p> : null}
        <ul aria-label={say("Keys in use")} className="mt-3">
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
            "“{name}” ({hint}…) then opens nothing. Programs and browsers that use it are refused, and it cannot be taken back.",
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

/** Which project a key opens, by its name; null if a key of the whole server need not be told from another. */
function projectWords(id: string | null, projects: readonly ProjectRow[], say: Say): string | null {
  if (id === null) return projects.length > 1 ? say("all projects") : null;
  return say("only {project}", { project: projects.find((one) => one.id === id)?.name ?? id });
}

type RowProps = { of: ApiKeyJson; opens: string | null; onRevoke: (() => void) | null };

function KeyRow({ of, opens, onRevoke }: RowProps) {
  const say = useSay();
  const { name, hint, scopes, created_at, last_used_at, revoked_at } = of;
  const made = say("made {day}", { day: formatDay(created_at, "day", say) });
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
