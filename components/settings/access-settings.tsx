"use client";
import { type ReactNode, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useGranted } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import type { KeyList } from "@/lib/api/schemas/keys";
import type { SignInJson, WhoAmIJson } from "@/lib/api/schemas/people";
import type { ProjectList } from "@/lib/api/schemas/project";
import { formatDay } from "@/lib/wording/format-day";
import { problemText } from "@/lib/wording/problem-text";
import { KeySettings } from "./key-settings";
import { ProjectSettings } from "./project-settings";
import { SettingGroup, SettingRow } from "./setting-row";
import { useKeys } from "./use-keys";

type Props = {
  keys: KeyList | null;
  projects: ProjectList;
  /** The person signed in; null if none. */
  own?: WhoAmIJson | null;
  /** Links to people and to the audit log. */
  links?: ReactNode;
};

/** Who has access. `keys` is null for those who may not see them; hidden if there is nothing to show. */
export function AccessSettings({ keys, projects, own = null, links = null }: Props) {
  const say = useSay();
  const granted = useGranted();
  const keyState = useKeys(keys ?? { keys: [] });
  const [gone, setGone] = useState<readonly string[]>([]);
  if (granted === null && keys === null) return null;
  return (
    <SettingGroup title={say("Access")}>
      {own ? <OwnSignIn first={own} /> : granted ? <OwnKey rights={granted} /> : null}
      {links}
      <ProjectSettings
        first={projects}
        keys={keyState.keys}
        onDeleted={(id) => {
          keyState.markRevoked(id);
          setGone([...gone, id]);
        }}
      />
      {keys ? (
        <KeySettings
          state={keyState}
          isRequired={keys.required}
          projects={projects.projects.filter(({ id }) => !gone.includes(id))}
        />
      ) : null}
    </SettingGroup>
  );
}

function OwnKey({ rights }: { rights: readonly string[] }) {
  const say = useSay();
  const [failure, setFailure] = useState<string | null>(null);
  const leave = async () => {
    const called = await callApi("DELETE /api/sign-in");
    if (called.ok) location.assign(called.value.address ?? "/");
    else setFailure(called.failure.message);
  };
  return (
    <SettingRow
      id="own-key"
      title={say("The key of this browser")}
      note={say("kept in a cookie that no script can read; signing out deletes it")}
    >
      {rights.map((right) => (
        <Chip key={right}>
          <code>{right}</code>
        </Chip>
      ))}
      <Button size="sm" onClick={() => void leave()}>
        {say("Sign out")}
      </Button>
      {failure ? (
        <p role="alert" className="text-bad">
          {problemText({ message: failure }, say)}
        </p>
      ) : null}
    </SettingRow>
  );
}

/** Who is signed in here and where else, and a button to sign out. */
function OwnSignIn({ first }: { first: WhoAmIJson }) {
  const say = useSay();
  const [signIns, setSignIns] = useState(first.sign_ins);
  const [failure, setFailure] = useState<string | null>(null);
  const { person } = first;
  if (person === null) return null;
  const leave = async () => {
    const called = await callApi("DELETE /api/sign-in");
    if (called.ok) location.assign(called.value.address ?? "/");
    else setFailure(called.failure.message);
  };
  const revoke = async (id: string) => {
    const called = await callApi("DELETE /api/sign-ins/{id}", { path: { id } });
    const isGone = called.ok || called.failure.code === "no-such-sign-in";
    setFailure(isGone ? null : called.failure.message);
    if (isGone) setSignIns((before) => before.filter((one) => one.id !== id));
  };
  return (
    <SettingRow
      id="own-sign-in"
      title={say("You")}
      note={say(
        "Signed in through your identity provider. You have to sign in again in any browser that you have not used for a day.",
      )}
    >
      <div className="w-full min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium">{person.name}</span>
          {person.email && person.email !== person.name ? (
            <span className="break-all text-tx2">{person.email}</span>
          ) : null}
          {person.is_admin ? <Chip tone="warn">{say("server admin")}</Chip> : null}
          <Button size="sm" onClick={() => void leave()}>
            {say("Sign out")}
          </Button>
        </p>
        {failure ? (
          <p role="alert" className="mt-2 text-bad">
            {problemText({ message: failure }, say)}
          </p>
        ) : null}
        <ul aria-label={say("Browsers in which you are signed in")} className="mt-2">
          {signIns.map((signIn) => (
            <BrowserRow key={signIn.id} of={signIn} onRevoke={() => void revoke(signIn.id)} />
          ))}
        </ul>
      </div>
    </SettingRow>
  );
}

function BrowserRow({ of, onRevoke }: { of: SignInJson; onRevoke: () => void }) {
  const say = useSay();
  const { client, address, created_at, last_seen_at, is_this } = of;
  const name = client ?? say("a browser");
  const used = say("last used {time} UTC", { time: formatDay(last_seen_at, "time", say) });
  const since = say("since {time} UTC", { time: formatDay(created_at, "time", say) });
  return (
    <li className="flex items-start gap-3 border-line border-t py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          {name}
          {is_this ? <Chip tone="accent">{say("this browser")}</Chip> : null}
        </p>
        <p className="tabular break-words text-micro text-tx3">{[address, since, used].filter(Boolean).join(" · ")}</p>
      </div>
      {is_this ? null : (
        <Button size="sm" variant="danger" aria-label={say("Sign out there: {name}", { name })} onClick={onRevoke}>
          {say("Sign out there")}
        </Button>
      )}
    </li>
  );
}
