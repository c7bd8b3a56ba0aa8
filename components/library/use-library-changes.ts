"use client";
import { useCallback, useState } from "react";
import { callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import { problemText } from "@/lib/wording/problem-text";

type Change = {
  readonly sessions: readonly string[];
  readonly title?: string | null;
  readonly add_tags?: readonly string[];
  readonly remove_tags?: readonly string[];
  readonly binned?: boolean;
};
type Said = {
  /** A new number for each message, so that repeated text is announced again. */
  readonly key: number;
  readonly text: string;
  /** Sessions moved to the bin that can be restored. */
  readonly binned: readonly string[];
  readonly isFailure: boolean;
};

export type LibraryChanges = {
  readonly said: Said | null;
  /** Makes a change; false if it failed; `said` then gives the reason. */
  readonly change: (change: Change, text: string) => Promise<boolean>;
  readonly bin: (sessions: readonly { readonly id: string; readonly title: string }[]) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly dismiss: () => void;
};

let messages = 0;

/** Renames, tags, bins and restores. The latest change can be undone while its message is shown. */
export function useLibraryChanges(onChanged: () => void): LibraryChanges {
  const say = useSay();
  const [said, setSaid] = useState<Said | null>(null);
  const tell = useCallback((text: string, binned: readonly string[] = [], isFailure = false) => {
    messages += 1;
    setSaid({ key: messages, text, binned, isFailure });
  }, []);
  const send = useCallback(
    async (change: Change): Promise<number | null> => {
      const called = await callApi("POST /api/library/changes", { body: change });
      if (called.ok) onChanged();
      else tell(say("Nothing was changed: {why}", { why: problemText(called.failure, say) }), [], true);
      return called.ok ? called.value.kept_days : null;
    },
    [onChanged, say, tell],
  );
  const change = async (wanted: Change, text: string) => {
    const isDone = (await send(wanted)) !== null;
    if (isDone) tell(text);
    return isDone;
  };
  const bin: LibraryChanges["bin"] = async (sessions) => {
    const ids = sessions.map(({ id }) => id);
    const days = ids.length === 0 ? null : await send({ sessions: ids, binned: true });
    if (days === null) return;
    const [only] = sessions;
    const text =
      only && sessions.length === 1
        ? say("Deleted “{title}”. Kept {days, plural, one {# day} other {# days}} in the bin.", {
            title: only.title,
            days,
          })
        : say(
            "Deleted {count, plural, one {# session} other {# sessions}}. Kept {days, plural, one {# day} other {# days}} in the bin.",
            { count: sessions.length, days },
          );
    tell(text, ids);
  };
  const undo = async () => {
    if (!said || said.binned.length === 0) return;
    const isBack = (await send({ sessions: said.binned, binned: false })) !== null;
    if (isBack)
      tell(say("Restored {count, plural, one {# session} other {# sessions}}.", { count: said.binned.length }));
  };
  return { said, change, bin, undo, dismiss: () => setSaid(null) };
}
