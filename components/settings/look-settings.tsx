"use client";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useEffect, useState } from "react";
import { keepNoticeCost, readNoticeCost } from "@/components/live/notice-cost";
import { useMay } from "@/components/shell/access";
import { useSingleLetterKeys } from "@/components/shell/shortcut-provider";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Switch } from "@/components/ui/switch";
import { useSay } from "@/components/words/words-provider";
import type { Settings } from "@/lib/api/schemas/settings";
import { LANGUAGE_IDS, LANGUAGES } from "@/lib/wording/language";
import { formatPrice } from "@/lib/wording/number-format";
import { SettingGroup, SettingRow } from "./setting-row";
import type { SettingsState } from "./use-settings";

/** Theme, contrast, language and keys. Theme and keys belong to this browser, so readers may also change them. */
export function LookSettings({ state }: { state: SettingsState }) {
  const say = useSay();
  const router = useRouter();
  const mayChange = useMay("PATCH /api/settings");
  const { settings } = state.answer;
  const [areLettersOn, setLetters] = useSingleLetterKeys();
  return (
    <SettingGroup title={say("General")}>
      <ThemeChoice state={state} />
      <fieldset disabled={!mayChange} className="contents">
        <SettingRow id="contrast" title={say("High contrast")} note={say("Maximum contrast, no tinted backgrounds")}>
          <SegmentedControl
            label={say("High contrast")}
            value={settings.contrast}
            onValueChange={(contrast) => {
              document.documentElement.dataset.contrast = contrast;
              void state.change({ contrast });
            }}
            segments={[
              { value: "system", label: say("System") },
              { value: "more", label: say("Always") },
            ]}
          />
        </SettingRow>
        <SettingRow id="language" title={say("Language")} note={say("also sets number and date formats")}>
          <SegmentedControl
            label={say("Language")}
            value={settings.language}
            onValueChange={(language) => void state.change({ language }).then(() => router.refresh())}
            segments={[
              { value: "system", label: say("Browser") },
              ...LANGUAGE_IDS.map((value) => ({
                value,
                label: (
                  <span lang={LANGUAGES[value].tag} className="[font-family:var(--chinese)]">
                    {LANGUAGES[value].name}
                  </span>
                ),
              })),
            ]}
          />
        </SettingRow>
      </fieldset>
      <SettingRow
        id="keys"
        title={say("Keyboard shortcuts")}
        note={say("Single letters: j, k, c and others; turn off for voice control. Saved in this browser.")}
      >
        <Switch aria-label={say("Single-letter keys")} checked={areLettersOn} onCheckedChange={setLetters} />
      </SettingRow>
      <NoticeCost />
    </SettingGroup>
  );
}

const NOTICE_COSTS = [0, 0.1, 0.5, 2];

/** The minimum cost at which an open session gives notice of a break. */
function NoticeCost() {
  const say = useSay();
  const [dollars, setDollars] = useState(0);
  useEffect(() => setDollars(readNoticeCost()), []);
  return (
    <SettingRow
      id="notice"
      title={say("Notice of a cache break")}
      note={say("smallest cost that triggers a notice in an open session; saved in this browser")}
    >
      <SegmentedControl
        label={say("Notice of a cache break")}
        value={`${dollars}`}
        onValueChange={(next) => {
          keepNoticeCost(Number(next));
          setDollars(Number(next));
        }}
        segments={NOTICE_COSTS.map((cost) => ({
          value: `${cost}`,
          label: cost === 0 ? say("Any cost") : formatPrice(cost),
        }))}
      />
    </SettingRow>
  );
}

/** The browser's own theme, once known; the choice is also the default for other browsers. */
function ThemeChoice({ state }: { state: SettingsState }) {
  const say = useSay();
  const { theme, setTheme } = useTheme();
  const mayChange = useMay("PATCH /api/settings");
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const value = (isReady ? theme : state.answer.settings.theme) as Settings["theme"];
  return (
    <SettingRow id="theme" title={say("Theme")} note={say("For this browser; also the default for new browsers.")}>
      <SegmentedControl
        label={say("Theme")}
        value={value}
        onValueChange={(next) => {
          setTheme(next);
          if (mayChange) void state.change({ theme: next });
        }}
        segments={[
          { value: "system", label: say("System") },
          { value: "dark", label: say("Dark") },
          { value: "light", label: say("Light") },
        ]}
      />
    </SettingRow>
  );
}
