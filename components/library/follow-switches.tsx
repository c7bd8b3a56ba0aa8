"use client";
import { RadioTower } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Switch } from "@/components/ui/switch";
import { useSay } from "@/components/words/words-provider";
import type { FollowedRoot } from "@/lib/api/schemas/discovery";
import { describeFollowFailures, describeFollowing, type FoundRoot } from "@/lib/view-models/library/found-sessions";
import { problemText } from "@/lib/wording/problem-text";
import { followStore } from "./follow-store";

const NOTHING: readonly FollowedRoot[] = [];

/** Turns following on or off for each folder; while on, new transcripts are imported. Off by default. */
export function FollowSwitches({ roots }: { roots: readonly FoundRoot[] }) {
  const say = useSay();
  const state = useSyncExternalStore(followStore.subscribe, followStore.snapshot, () => null);
  const refused = useSyncExternalStore(followStore.subscribe, followStore.failure, () => null);
  const followed = state?.roots ?? NOTHING;
  const failure = refused ?? describeFollowFailures(followed, say);
  return (
    <fieldset className="mt-3 border-line border-t pt-3" disabled={state === null}>
      <legend className="sr-only">{say("Follow new sessions")}</legend>
      <p aria-hidden className="flex items-center gap-2 font-medium text-base">
        <RadioTower className="size-3.5 shrink-0 stroke-[1.75] text-tx3" />
        {say("Follow new sessions")}
      </p>
      <p className="tabular text-small text-tx2" aria-live="polite">
        {describeFollowing(roots, followed, say)}
      </p>
      <ul className="mt-1">
        {roots.map((root) => (
          <li key={root.id} className="flex h-7 items-center justify-between gap-3">
            <label htmlFor={`follow-${root.id}`} className="min-w-0 truncate text-small">
              {root.title}
            </label>
            <Switch
              id={`follow-${root.id}`}
              checked={followed.some(({ id }) => id === root.id)}
              onCheckedChange={(isOn) => void followStore.change(root.id, isOn)}
            />
          </li>
        ))}
      </ul>
      {failure ? <p className="text-small text-tx2">{problemText({ message: failure }, say)}</p> : null}
    </fieldset>
  );
}
