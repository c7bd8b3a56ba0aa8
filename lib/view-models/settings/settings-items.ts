import { sentence } from "../../wording/say";
import type { PaletteItem } from "../shell/palette";

const item = (name: string, label: string, words: string): PaletteItem => ({
  id: `setting-${name}`,
  label,
  note: sentence("Settings"),
  words,
  href: `/settings#${name}`,
});

/** Every setting for the palette, in page order. */
export const SETTINGS_ITEMS: readonly PaletteItem[] = [
  item("summary-model", sentence("Model that writes summaries"), "summarizer provider key test"),
  item("judge-model", sentence("Model that judges"), "judge provider key test"),
  item("price", sentence("Price of a lost fact"), "advice money"),
  item("client-models", sentence("Default model per client"), "unknown window"),
  item("theme", sentence("Theme"), "dark light system appearance"),
  item("contrast", sentence("High contrast"), "accessibility theme"),
  item("language", sentence("Language"), "english chinese 中文 英文"),
  item("keys", sentence("Single-letter keys"), "keyboard shortcuts"),
  item("notice", sentence("Notice of a cache break"), "live bell sound cost"),
  item("redaction", sentence("Redaction of exports"), "secrets mask share"),
  item("bin", sentence("Bin"), "deleted sessions kept days delete undo 保留时间"),
  item("people", sentence("People"), "roles members admin sign in oidc projects 人员"),
  item("audit", sentence("Audit log"), "who did what history security compliance 审计"),
  item("projects", sentence("Projects"), "team separate retention 项目"),
  item("api-keys", sentence("Keys"), "access scopes revoke token api security 密钥"),
  item("sources", sentence("Folders to follow"), "roots found import live"),
  item("work", sentence("Work in the background"), "jobs queue failed retry dead letters workers"),
  item("data", sentence("Data directory"), "database size place"),
  item("diagnostics", sentence("Diagnostics"), "fault report bug bundle support"),
];
