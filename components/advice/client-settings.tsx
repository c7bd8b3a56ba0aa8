"use client";
import { useEffect, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { useSay } from "@/components/words/words-provider";
import { isUnset } from "@/lib/advice/winnow-by-default";
import type { AdvisedPolicy } from "@/lib/api/schemas/advise";
import type { ClientSettingAnswer } from "@/lib/api/schemas/client-setting";
import { formatDay } from "@/lib/wording/format-day";
import { settingNote } from "./setting-words";

type Props = { policy: AdvisedPolicy; window: number | null; client: string | null };

/** Rows shown before the reader asks for all. */
const FIRST = 5;
/** The page's only primary button: the next step after reading the advice. */
const PRIMARY =
  "[&>button]:border-acc [&>button]:bg-acc [&>button]:text-onacc [&>button:hover]:bg-acc [&>button:hover]:opacity-90 [&>button:active]:bg-acc";

/** The setting of each client that matches the policy; the session's own client comes first. */
export function ClientSettings({ policy, window, client }: Props) {
  const say = useSay();
  const settings = useSettings(policy, window, client);
  const [isWhole, setWhole] = useState(false);
  if (settings === null) return null;
  const shown = isWhole ? settings : settings.slice(0, FIRST);
  return (
    <section aria-label={say("Setting to copy")} className="px-4 py-3 max-sm:px-3">
      <h2 className="font-semibold text-small">{say("Setting to copy")}</h2>
      <ul className="mt-1">
        {shown.map((setting, index) => (
          <Setting key={setting.client} setting={setting} isOwn={index === 0 && client !== null} />
        ))}
      </ul>
      {settings.length > FIRST ? (
        <Button size="sm" className="mt-2" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? say("Fewer clients") : say("{count} more clients", { count: settings.length - FIRST })}
        </Button>
      ) : null}
    </section>
  );
}

function Setting({ setting, isOwn }: { setting: ClientSettingAnswer; isOwn: boolean }) {
  const say = useSay();
  const { title, version, text, note, place, source, read_on } = setting;
  const day = formatDay(read_on, "day", say);
  return (
    <li
      className={cn("border-line border-b py-2.5", isOwn && "-mx-2 rounded-control border border-accbd bg-accbg px-2")}
    >
      <p className="flex items-baseline gap-2">
        <span className="font-medium">{say.known(title)}</span>
        <span className="text-micro text-tx3">{say.known(version)}</span>
        {text === null ? <span className="ml-auto text-micro text-tx3">{say("no such setting")}</span> : null}
      </p>
      {text === null ? null : (
        <div className="mt-1 flex items-start gap-2">
          <pre className="min-w-0 flex-1 whitespace-pre-wrap rounded-chip border border-line2 bg-s1 px-2 py-1 font-mono text-code wrap-anywhere">
            {text}
          </pre>
          {isOwn ? null : (
            <CopyButton
              text={() => text}
              label={say("Copy the setting of {title}", { title: say.known(title) })}
              isIconOnly
            />
          )}
        </div>
      )}
      {isOwn && text !== null ? (
        <p className={cn("mt-1.5", PRIMARY)}>
          <CopyButton text={() => text} label={say("Copy the setting")} />
        </p>
      ) : null}
      {note === null ? null : <p className="mt-1 text-small text-tx2">{settingNote(note, say)}</p>}
      <p className="mt-0.5 text-micro text-tx3">
        {`${say.known(place)} · `}
        {source.startsWith("https://") ? (
          <a href={source} target="_blank" rel="noreferrer" className="underline">
            {say("read on {day}", { day })}
          </a>
        ) : (
          say("read on {day} in {source}", { day, source })
        )}
      </p>
    </li>
  );
}

/** Null while loading, and if the server does not answer. */
function useSettings(
  policy: AdvisedPolicy,
  window: number | null,
  client: string | null,
): readonly ClientSettingAnswer[] | null {
  const { strategy } = policy;
  const [trigger, floor] = isUnset(policy) ? [0, null] : [policy.trigger_tokens, policy.floor_tokens];
  const [settings, setSettings] = useState<readonly ClientSettingAnswer[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const query = {
      strategy,
      trigger: String(trigger),
      ...(floor !== null && { floor: String(floor) }),
      ...(window !== null && { window: String(window) }),
      ...(client !== null && { client }),
    };
    void callApi("GET /api/client-settings", { query, signal: controller.signal }).then((called) => {
      if (called.ok) setSettings(called.value.settings);
    });
    return () => controller.abort();
  }, [strategy, trigger, floor, window, client]);
  return settings;
}
