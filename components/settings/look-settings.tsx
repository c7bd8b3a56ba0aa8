"use client";
import { useTheme } from "next-themes";
import { useEffect, useState } from "react";
import { useSingleLetterKeys } from "@/components/shell/shortcut-provider";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Switch } from "@/components/ui/switch";
import type { Settings } from "@/lib/api/schemas/settings";
import { SettingGroup, SettingRow } from "./setting-row";
import type { SettingsState } from "./use-settings";

/** Theme, contrast, language and keys. */
export function LookSettings({ state }: { state: SettingsState }) {
  const { settings } = state.answer;
  const [areLettersOn, setLetters] = useSingleLetterKeys();
  return (
    <SettingGroup title="General">
      <ThemeChoice state={state} />
      <SettingRow id="contrast" title="High contrast" note="text and lines as strong as they get, no tints">
        <SegmentedControl
          label="High contrast"
          value={settings.contrast}
          onValueChange={(contrast) => {
            document.documentElement.dataset.contrast = contrast;
            void state.change({ contrast });
          }}
          segments={[
            { value: "system", label: "As the system asks" },
            { value: "more", label: "Always" },
          ]}
        />
      </SettingRow>
      <SettingRow id="language" title="Language" note="numbers and dates follow it">
        <SegmentedControl
          label="Language"
          value={settings.language}
          onValueChange={(language) => void state.change({ language })}
          segments={[{ value: "en", label: "English" }]}
        />
      </SettingRow>
      <SettingRow
        id="keys"
        title="Single-letter keys"
        note="j, k, c and others; off for voice control. Kept in this browser."
      >
        <Switch aria-label="Single-letter keys" checked={areLettersOn} onCheckedChange={setLetters} />
      </SettingRow>
    </SettingGroup>
  );
}

/** The browser's own theme, once it is known; the choice is also what other browsers begin with. */
function ThemeChoice({ state }: { state: SettingsState }) {
  const { theme, setTheme } = useTheme();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const value = (isReady ? theme : state.answer.settings.theme) as Settings["theme"];
  return (
    <SettingRow id="theme" title="Theme" note="of this browser; others begin with it">
      <SegmentedControl
        label="Theme"
        value={value}
        onValueChange={(next) => {
          setTheme(next);
          void state.change({ theme: next });
        }}
        segments={[
          { value: "system", label: "System" },
          { value: "dark", label: "Dark" },
          { value: "light", label: "Light" },
        ]}
      />
    </SettingRow>
  );
}
