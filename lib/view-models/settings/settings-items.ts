import { type Sentence, sentence } from "../../wording/say";
import type { WrittenItem } from "../shell/palette";

const item = (name: string, label: Sentence, words: string): WrittenItem => ({
  id: `setting-${name}`,
  label,
  note: sentence("Settings"),
  words,
  href: `/settings#${name}`,
});

const GENERAL = [
  item("theme", sentence("Theme"), "dark light system appearance"),
  item("contrast", sentence("High contrast"), "accessibility theme"),
  item("language", sentence("Language"), "english chinese 中文 英文"),
  item("keys", sentence("Keyboard shortcuts"), "single-letter keys"),
  item("notice", sentence("Notice of a cache break"), "live bell sound cost"),
];
const SHARING = [
  item("redaction", sentence("Redaction of exports"), "secrets mask share"),
  item("bin", sentence("Bin"), "trash deleted sessions kept days delete undo 保留时间"),
];
const ACCESS = [
  item("people", sentence("People"), "roles members admin sign in oidc projects 人员"),
  item("audit", sentence("Audit log"), "who did what history security compliance 审计"),
  item("projects", sentence("Projects"), "team separate retention 项目"),
  item("api-keys", sentence("API keys"), "access scopes revoke token api security 密钥"),
];
const SOURCES = [
  item("sources", sentence("Folders to follow"), "roots found import live"),
  item("work", sentence("Work in the background"), "jobs queue failed retry dead letters workers"),
  item("data", sentence("Data directory"), "database size place"),
  item("diagnostics", sentence("Diagnostics"), "fault report bug bundle support"),
];
const ADVICE = [
  item("price", sentence("Price of a lost fact"), "advice money"),
  item("client-models", sentence("Default model per client"), "unknown window"),
];
const MODELS = [
  item("summary-model", sentence("Model that writes summaries"), "summarizer provider key test"),
  item("judge-model", sentence("Model that judges"), "judge provider key test"),
];

/** Every setting, in the groups and the order of the page. */
export const SETTINGS_GROUPS: readonly { readonly title: Sentence; readonly items: readonly WrittenItem[] }[] = [
  { title: sentence("General"), items: GENERAL },
  { title: sentence("Sharing and deleting"), items: SHARING },
  { title: sentence("Access"), items: ACCESS },
  { title: sentence("Sources and data"), items: SOURCES },
  { title: sentence("Advice"), items: ADVICE },
  { title: sentence("Models for summaries and judging"), items: MODELS },
];

export const SETTINGS_ITEMS: readonly WrittenItem[] = SETTINGS_GROUPS.flatMap(({ items }) => items);
