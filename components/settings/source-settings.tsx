"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { FollowSwitches } from "@/components/library/follow-switches";
import { useSay } from "@/components/words/words-provider";
import { type FoundRoot, toFoundRoots } from "@/lib/view-models/library/found-sessions";
import { SettingRow } from "./setting-row";

/** Where clients write on this machine, and which of these folders are followed. */
export function SourceSettings() {
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
      note={say("read only; projects of your own by WINNOW_PROJECTS when Winnow starts")}
    >
      <div className="w-full">
        {failure ? <p className="text-bad">{failure}</p> : null}
        {roots === null && failure === null ? <p className="text-tx3">{say("Looking for transcripts…")}</p> : null}
        {roots?.length === 0 ? <p className="text-tx2">{say("No folder of a known client was found.")}</p> : null}
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
