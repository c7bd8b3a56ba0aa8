"use client";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import type { CauseSetting } from "@/lib/api/schemas/cost-answer";
import { formatDay } from "@/lib/wording/format-day";

/** A setting to copy, with its documentation. */
export function SettingBox({ setting: { text, since, source, as_of, update_from } }: { setting: CauseSetting }) {
  const say = useSay();
  return (
    <div className="mb-3">
      <div className="flex items-start gap-2">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap rounded-chip border border-line2 bg-s2 px-2 py-1 font-mono text-code wrap-anywhere">
          {text}
        </pre>
        <CopyButton text={text} label={say("Copy")} size="sm" />
      </div>
      <p className="mt-1 text-micro text-tx3">
        {since === null ? "" : `${say("since version {since}", { since })} · `}
        {update_from === undefined
          ? ""
          : `${say("update the client first: this session used {version}", { version: update_from })} · `}
        <a href={source} target="_blank" rel="noreferrer" className="underline">
          {say("source, read on {day}", { day: formatDay(as_of, "day", say) })}
        </a>
      </p>
    </div>
  );
}
