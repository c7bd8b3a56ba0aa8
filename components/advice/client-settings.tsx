"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { isUnset } from "@/lib/advice/winnow-by-default";
import type { AdvisedPolicy } from "@/lib/api/schemas/advise";
import type { ClientSettingAnswer } from "@/lib/api/schemas/client-setting";
import { formatDay } from "@/lib/wording/format-day";
import { settingNote } from "./setting-words";

/** The setting to copy, in a box, with the page's only primary button. */
export function OwnSetting({ setting }: { setting: ClientSettingAnswer }) {
  const say = useSay();
  const { text, note } = setting;
  if (text === null) return null;
  return (
    <section aria-label={say("Setting to copy")} className="mt-2 max-w-[90ch]">
      <div className="flex items-start gap-2 max-sm:flex-col">
        <pre className="min-w-0 flex-1 whitespace-pre-wrap rounded-control border border-accbd bg-bg px-2 py-1 font-mono text-code wrap-anywhere max-sm:w-full">
          {text}
        </pre>
        <CopyButton text={() => text} label={say("Copy the setting")} variant="primary" />
      </div>
      {note === null ? null : <p className="mt-1 text-small text-tx2">{settingNote(note, say)}</p>}
      <Source setting={setting} />
    </section>
  );
}

/** The same policy's settings for other clients, collapsed at first. */
export function OtherSettings({ settings }: { settings: readonly ClientSettingAnswer[] }) {
  const say = useSay();
  if (settings.length === 0) return null;
  return (
    <details className="border-line2 border-b px-4 py-3 max-sm:px-3">
      <summary className="cursor-pointer font-semibold text-small">
        {say("Settings of other clients")}{" "}
        <span className="font-normal text-tx3">
          {settings
            .slice(0, NAMED)
            .map(({ title }) => say.known(title))
            .join(say(", "))}
        </span>
      </summary>
      <ul className="mt-1">
        {settings.map((setting) => (
          <Setting key={setting.client} setting={setting} />
        ))}
      </ul>
    </details>
  );
}

/** Number of clients mentioned while the list is closed. */
const NAMED = 4;

function Setting({ setting }: { setting: ClientSettingAnswer }) {
  const say = useSay();
  const { title, version, text, note } = setting;
  return (
    <li className="border-line border-b py-2.5">
      <p className="flex items-baseline gap-2">
        <span className="font-medium">{say.known(title)}</span>
        <span className="text-micro text-tx3">{say.known(version)}</span>
        {text === null ? <span className="ml-auto text-micro text-tx3">{say("has no setting for this")}</span> : null}
      </p>
      {text === null ? null : (
        <div className="mt-1 flex items-start gap-2">
          <pre className="min-w-0 flex-1 whitespace-pre-wrap rounded-chip border border-line2 bg-s1 px-2 py-1 font-mono text-code wrap-anywhere">
            {text}
          </pre>
          <CopyButton
            text={() => text}
            label={say("Copy the setting of {title}", { title: say.known(title) })}
            isIconOnly
          />
        </div>
      )}
      {note === null ? null : <p className="mt-1 text-small text-tx2">{settingNote(note, say)}</p>}
      <Source setting={setting} />
    </li>
  );
}

/** Where to put the setting, for which version, and the source. */
function Source({ setting: { place, source, read_on } }: { setting: ClientSettingAnswer }) {
  const say = useSay();
  const day = formatDay(read_on, "day", say);
  return (
    <p className="mt-0.5 text-micro text-tx3">
      {`${say.known(place)} · `}
      {source.startsWith("https://") ? (
        <a href={source} target="_blank" rel="noreferrer" className="underline">
          {say("checked on {day}", { day })}
        </a>
      ) : (
        say("checked on {day} in {source}", { day, source })
      )}
    </p>
  );
}

/**
 * The query of GET /api/client-settings for a policy. `winnow` without a setting uses its own trigger, which is sent as
 * 0.
 */
const settingQuery = (policy: AdvisedPolicy, window: number | null, client: string | null) => ({
  strategy: policy.strategy,
  trigger: String(isUnset(policy) ? 0 : policy.trigger_tokens),
  ...(window !== null && { window: String(window) }),
  ...(client !== null && { client }),
});

/** Reads the settings for a policy, those of the sessions' own client first; null without an answer. */
export async function readClientSettings(
  policy: AdvisedPolicy,
  window: number | null,
  client: string | null,
  signal?: AbortSignal,
): Promise<readonly ClientSettingAnswer[] | null> {
  const query = settingQuery(policy, window, client);
  const called = await callApi("GET /api/client-settings", { query, ...(signal && { signal }) });
  return called.ok ? called.value.settings : null;
}

/** The settings for exactly this policy; null without a policy or an answer, and while loading. */
export function useClientSettings(
  policy: AdvisedPolicy | null,
  window: number | null,
  client: string | null,
): readonly ClientSettingAnswer[] | null {
  const key = policy === null ? null : JSON.stringify(settingQuery(policy, window, client));
  const [found, setFound] = useState<{ key: string; settings: readonly ClientSettingAnswer[] | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the policy, the window and the client
  useEffect(() => {
    if (policy === null || key === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    void readClientSettings(policy, window, client, signal).then(
      (settings) => !signal.aborted && setFound({ key, settings }),
    );
    return () => controller.abort();
  }, [key]);
  return found !== null && found.key === key ? found.settings : null;
}
