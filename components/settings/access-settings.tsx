"use client";
import { type ReactNode, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useGranted } from "@/components/shell/access";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { useSay } from "@/components/words/words-provider";
import type { KeyList } from "@/lib/api/schemas/keys";
import type { WhoAmIJson } from "@/lib/api/schemas/people";
import type { ProjectList } from "@/lib/api/schemas/project";
import { KeySettings } from "./key-settings";
import { OwnSignIn } from "./own-sign-in";
import { ProjectSettings } from "./project-settings";
import { SettingGroup, SettingRow } from "./setting-row";
import { useKeys } from "./use-keys";

type Props = {
  keys: KeyList | null;
  projects: ProjectList;
  /** The person who is signed in; null if it is none. */
  own?: WhoAmIJson | null;
  /** The ways to people and to what was done. */
  links?: ReactNode;
};

/** Who gets in. `keys` is null for those who may not see them; nothing is shown if there is nothing to say. */
export function AccessSettings({ keys, projects, own = null, links = null }: Props) {
  const say = useSay();
  const granted = useGranted();
  const keyState = useKeys(keys ?? { keys: [] });
  const [gone, setGone] = useState<readonly string[]>([]);
  if (granted === null && keys === null) return null;
  return (
    <SettingGroup title={say("Who gets in")}>
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

/** What the key of this browser opens, and leaving. */
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
      note={say("kept in a cookie that no script can read; signing out forgets it")}
    >
      {rights.map((right) => (
        <Chip key={right}>
          <code>{right}</code>
        </Chip>
      ))}
      <Button size="sm" onClick={() => void leave()}>
        {say("Sign out")}
      </Button>
      {failure ? <p className="text-bad">{failure}</p> : null}
    </SettingRow>
  );
}
