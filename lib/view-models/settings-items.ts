import type { PaletteItem } from "./palette";

const item = (name: string, label: string, words: string): PaletteItem => ({
  id: `setting-${name}`,
  label,
  note: "Settings",
  words,
  href: `/settings#${name}`,
});

/** Every setting, as the palette finds it; each has its own place on the page. */
export const SETTINGS_ITEMS: readonly PaletteItem[] = [
  item("summary-model", "Model that writes summaries", "summarizer provider key test"),
  item("judge-model", "Model that judges", "judge provider key test"),
  item("price", "Price of a lost fact", "advice money"),
  item("client-models", "Default model per client", "unknown window"),
  item("theme", "Theme", "dark light system appearance"),
  item("contrast", "High contrast", "accessibility theme"),
  item("language", "Language", "english"),
  item("keys", "Single-letter keys", "keyboard shortcuts"),
  item("redaction", "Redaction of exports", "secrets mask share"),
  item("bin", "Bin: how long deleted sessions are kept", "delete undo"),
  item("sources", "Folders to follow", "roots found import live"),
  item("data", "Data directory", "database size place"),
];
