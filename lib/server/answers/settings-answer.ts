import { Problem } from "@/lib/api/problem";
import { clientModelBody, type SettingsAnswer, settingsPatch, settingsTestBody } from "@/lib/api/schemas/settings";
import { problemOfZod } from "@/lib/api/zod-problem";
import { checkJson } from "@/lib/conversation/check-json";
import { getDb } from "../db/get-db";
import { configuredJudge } from "../judge/judge-models";
import { countAll, keptSum } from "../library/counts";
import { libraryDb } from "../library/refresh-items";
import { listStatements } from "../models/model-statements";
import { asServer, isServersAdmin } from "../process/caller-context";
import { isPostgresUrl } from "../process/postgres-url";
import { databaseUrl, dataDir } from "../process/settings";
import { rereadSessions } from "../sessions/reread-sessions";
import { changeSettings, readSettings } from "../store/preferences";
import { askModel, limitsOf } from "../summarise/ask-model";
import { configuredModel, missingVariable, summaryModel } from "../summarise/summary-model";
import { parseJsonBody } from "../workers/parse-json";

/** GET /api/settings. */
export async function settingsState(): Promise<SettingsAnswer> {
  const settings = await readSettings();
  const db = await libraryDb();
  const { listed, binned } = await countAll(db);
  return {
    settings,
    summary: setUp(configuredModel(), settings.summary_model),
    judge: setUp(configuredJudge()?.model ?? null, settings.judge_model),
    client_models: await clientModels(),
    data: {
      directory: isServersAdmin() ? dataDir() : null,
      database: isPostgresUrl(databaseUrl()) ? "postgres" : "embedded",
      sessions: listed + binned,
      bytes: await keptSum(db, "bytes"),
      index_messages: await keptSum(db, "messages"),
    },
  };
}

function setUp(model: string | null, chosen: string | null): SettingsAnswer["summary"] {
  if (model === null) return { model, source: "none", missing: null };
  return { model, source: chosen === null ? "environment" : "settings", missing: missingVariable(model) };
}

const PREFIX = "client:";

/**
 * The models that users set per client, plus clients with a session whose log names no model. Clients that only other
 * projects use are listed for server admins alone.
 */
async function clientModels(): Promise<SettingsAnswer["client_models"]> {
  const db = await libraryDb();
  const counts = await db.libraryCount.findMany({ where: { kind: { in: ["subject", "first"] }, sessions: { gt: 0 } } });
  const sessions = new Map<string, number>();
  const unnamed = new Set<string>();
  for (const { kind, value, sessions: more } of counts)
    if (kind === "subject") sessions.set(value, (sessions.get(value) ?? 0) + more);
    else if (value.endsWith("\n")) unnamed.add(value.slice(0, -1));
  const said = new Map((await listStatements()).map((row) => [row.subject, row]));
  const isTold = (subject: string) => isServersAdmin() || sessions.has(subject);
  const subjects = [...said.keys()].filter((subject) => subject.startsWith(PREFIX) && isTold(subject));
  for (const subject of unnamed) if (!said.has(subject)) subjects.push(subject);
  return subjects.sort().map((subject) => ({
    client: subject.slice(PREFIX.length),
    model: said.get(subject)?.model ?? null,
    window: said.get(subject)?.window ?? null,
    sessions: sessions.get(subject) ?? 0,
  }));
}

/** PATCH /api/settings. */
export async function answerSettingsPatch(bytes: Uint8Array): Promise<SettingsAnswer> {
  const parsed = checkJson(settingsPatch, parseJsonBody(bytes));
  if (!parsed.success) throw problemOfZod(parsed.error);
  await changeSettings(parsed.data);
  return settingsState();
}

/** PUT /api/settings/clients: stores the model that a client used and re-reads its sessions. */
export async function answerClientModel(bytes: Uint8Array): Promise<SettingsAnswer> {
  const parsed = checkJson(clientModelBody, parseJsonBody(bytes));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { client, model } = parsed.data;
  const subject = `${PREFIX}${client}`;
  const db = await getDb();
  if (model === null) await db.modelStatement.deleteMany({ where: { subject } });
  else await db.modelStatement.upsert({ where: { subject }, create: { subject, model }, update: { model } });
  const named = { OR: [{ client }, { client: null, format: client }] };
  const rows = await asServer(async () => await db.session.findMany({ where: named, select: { id: true } }));
  const ids = rows.map(({ id }) => id);
  const [first] = ids;
  if (first !== undefined) await rereadSessions(ids, first);
  return settingsState();
}

const QUESTION = { system: "Answer with one word.", prompt: "Answer with the word: ready", ...limitsOf(64) };

/** POST /api/settings/test: sends the model of a role one short question. Nothing from a transcript is sent. */
export async function answerSettingsTest(bytes: Uint8Array) {
  const parsed = checkJson(settingsTestBody, parseJsonBody(bytes));
  if (!parsed.success) throw problemOfZod(parsed.error);
  const { role } = parsed.data;
  const name = role === "summary" ? configuredModel() : (configuredJudge()?.model ?? null);
  if (name === null) throw new Problem(422, "no-model", "no model is set up for this; choose one first");
  const { text, fault, call } = await askModel(QUESTION, summaryModel(name));
  return {
    works: fault === null,
    model: name,
    message: fault?.message ?? text.trim().slice(0, 200),
    time: Math.round(call.ms),
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
  };
}
