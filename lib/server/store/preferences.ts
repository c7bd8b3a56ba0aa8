import type * as z from "zod";
import { type Settings, type SettingsPatch, settingValues } from "@/lib/api/schemas/settings";
import { audit } from "../audit/audit";
import { type Db, getDb } from "../db/get-db";
import { processState } from "../process/process-state";
import { tell } from "../replicas/channel";

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  contrast: "system",
  language: "system",
  summary_model: null,
  judge_model: null,
  judge_answer_model: null,
  summary_prompts: [],
  price_per_lost_fact: null,
  redact_exports: "off",
  bin_days: 30,
  audit_days: 365,
};

type Held = { db: Db | null; settings: Settings };
const held = (): Held => processState("preferences", () => ({ db: null, settings: DEFAULT_SETTINGS }));

/** The reader's settings, read from the database once. Values from an older or newer version are ignored. */
export async function readSettings(): Promise<Settings> {
  const state = held();
  const db = await getDb();
  if (state.db === db) return state.settings;
  const rows = await db.setting.findMany();
  const said = rows.flatMap(({ name, valueJson }) => readValue(name, valueJson));
  state.settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(said) };
  state.db = db;
  return state.settings;
}

function readValue(name: string, json: string): [string, unknown][] {
  const schema = (settingValues as Readonly<Record<string, z.ZodType>>)[name];
  const parsed = schema?.safeParse(JSON.parse(json));
  return parsed?.success ? [[name, parsed.data]] : [];
}

/** Re-reads the settings after a change by another process. */
export async function rereadSettings(): Promise<void> {
  held().db = null;
  await readSettings();
}

/** The settings read so far (the server's start reads them). For synchronous code. */
export const currentSettings = (): Settings => held().settings;

/** Stores a patch of settings and returns all of them. */
export async function changeSettings(patch: SettingsPatch): Promise<Settings> {
  await readSettings();
  const db = await getDb();
  const changes = Object.entries(patch).filter(([, value]) => value !== undefined);
  await db.$transaction(async (transaction) => {
    for (const [name, value] of changes) {
      const row = { valueJson: JSON.stringify(value), changedAt: new Date() };
      await transaction.setting.upsert({ where: { name }, create: { name, ...row }, update: row });
    }
    if (changes.length > 0) {
      const detail = changes.map(([name]) => name).join(", ");
      await audit({ action: "settings-changed", detail }, transaction);
    }
  });
  held().settings = { ...held().settings, ...(Object.fromEntries(changes) as Partial<Settings>) };
  await tell("settings");
  return held().settings;
}
