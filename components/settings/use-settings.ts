"use client";
import { useCallback, useState } from "react";
import { type Called, callApi } from "@/components/api/call-api";
import { useSay } from "@/components/words/words-provider";
import type { SettingsAnswer, SettingsPatch } from "@/lib/api/schemas/settings";
import { problemText } from "@/lib/wording/problem-text";

export type SettingsState = {
  readonly answer: SettingsAnswer;
  /** The last change's result. */
  readonly said: { readonly text: string; readonly isFailure: boolean } | null;
  readonly change: (patch: Partial<SettingsPatch>) => Promise<boolean>;
  readonly sayClientModel: (client: string, model: string | null) => Promise<boolean>;
};

/** The reader's settings. Each change is stored immediately. */
export function useSettings(first: SettingsAnswer): SettingsState {
  const say = useSay();
  const [answer, setAnswer] = useState(first);
  const [said, setSaid] = useState<SettingsState["said"]>(null);
  const take = useCallback(
    (called: Called<"PATCH /api/settings">): boolean => {
      if (called.ok) setAnswer(called.value);
      const failed = called.ok ? null : (called.failure.errors?.[0]?.detail ?? called.failure.message);
      setSaid(
        failed === null
          ? { text: say("Saved."), isFailure: false }
          : { text: say("Not saved: {failed}", { failed: problemText({ message: failed }, say) }), isFailure: true },
      );
      return called.ok;
    },
    [say],
  );
  const change = async (patch: Partial<SettingsPatch>) => take(await callApi("PATCH /api/settings", { body: patch }));
  const sayClientModel = async (client: string, model: string | null) =>
    take(await callApi("PUT /api/settings/clients", { body: { client, model } }));
  return { answer, said, change, sayClientModel };
}
