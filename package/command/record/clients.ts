import path from "node:path";
import { asObject, asText, type JsonObject, listOf } from "@/lib/formats/json-fields";
import { Refusal } from "../output";
import type { OwnLogs } from "./logged-session";
import type { Machine } from "./machine";
import { parseSettings } from "./settings-files";

/** How to point a client at the relay for one process, according to the client's own documentation. */
export type Setup = {
  readonly env: Readonly<Record<string, string>>;
  /** Placed before the user's own. */
  readonly args?: readonly string[];
};

export type RecordedClient = {
  /** The command typed by the user. */
  readonly name: string;
  readonly title: string;
  /** The importers' name. */
  readonly id: string;
  readonly program: string;
  readonly setUp: (machine: Machine) => Setup;
  /** The client's own logs, if its requests do not name their session. */
  readonly logs?: (machine: Machine) => OwnLogs;
};

const SESSION_ID = /"sessionId":\s*"([\da-f-]{36})"/;

const subscription = (title: string) =>
  new Refusal(
    `${title} is signed in with a subscription; it sends to its own address. Recording works with an API key`,
  );

/** code.claude.com/docs: environment variables, settings and their precedence. As of 2026-11-28, tried with 2.1.332. */
const claude: RecordedClient = {
  name: "claude",
  title: "Claude Code",
  id: "claude-code",
  program: "claude",
  setUp: (machine) => {
    const { env, home } = machine;
    for (const [name, place] of [
      ["CLAUDE_CODE_USE_BEDROCK", "Bedrock"],
      ["CLAUDE_CODE_USE_VERTEX", "Vertex AI"],
      ["CLAUDE_CODE_USE_FOUNDRY", "Foundry"],
    ] as const)
      if (env[name]) throw new Refusal(`Claude Code is set up for ${place} (${name}), which cannot be recorded`);
    const baseIn = (file: string) => asText(asObject(machine.readJson(file)?.env)?.ANTHROPIC_BASE_URL);
    if (managedSettings(machine).some(baseIn))
      throw new Refusal("a managed setting fixes the address of Claude Code, so it cannot be recorded");
    const settings = [
      machine.below(".claude/settings.local.json"),
      machine.below(".claude/settings.json"),
      path.join(env.CLAUDE_CONFIG_DIR || path.join(home, ".claude"), "settings.json"),
    ];
    const set = settings.map(baseIn).find((base) => base !== null);
    const upstream = set ?? (env.ANTHROPIC_BASE_URL || "https://api.anthropic.com");
    const ANTHROPIC_BASE_URL = machine.open("anthropic", upstream);
    return {
      env: {
        ANTHROPIC_BASE_URL,
        // If its address is replaced, the client sends the tools of all servers unless this variable is set.
        ...(isAnthropic(upstream) && !env.ENABLE_TOOL_SEARCH && { ENABLE_TOOL_SEARCH: "true" }),
      },
      // Environment values in a settings file take precedence over the environment.
      ...(set && { args: ["--settings", machine.temporary("settings.json", { env: { ANTHROPIC_BASE_URL } })] }),
    };
  },
};

const isAnthropic = (address: string): boolean => new URL(address).hostname === "api.anthropic.com";

const managedSettings = ({ platform, env }: Machine): readonly string[] => {
  if (platform === "darwin") return ["/Library/Application Support/ClaudeCode/managed-settings.json"];
  if (platform !== "win32") return ["/etc/claude-code/managed-settings.json"];
  return [path.win32.join(env.ProgramFiles ?? "C:\\Program Files", "ClaudeCode", "managed-settings.json")];
};

/** developers.openai.com/codex/config-reference: `model_provider`, `model_providers`, `openai_base_url`, `-c`. Tried with 0.171.0. */
const codex: RecordedClient = {
  name: "codex",
  title: "Codex",
  id: "codex",
  program: "codex",
  setUp: (machine) => {
    const { env, home, args } = machine;
    const folder = env.CODEX_HOME || path.join(home, ".codex");
    const config = tomlTexts(machine.readText(path.join(folder, "config.toml")) ?? "");
    const given = args.map((arg) => /^(?:--config=|-c)?model_provider="?([\w-]+)"?$/.exec(arg)?.[1]).find(Boolean);
    const provider = given ?? config.get("model_provider") ?? "openai";
    if (provider !== "openai") {
      const base = config.get(`model_providers.${provider}.base_url`);
      if (!base) throw new Refusal(`config.toml of Codex names no base_url for its model provider ${provider}`);
      const address = machine.open(provider, base);
      return { env: {}, args: ["-c", `model_providers.${provider}.base_url=${JSON.stringify(address)}`] };
    }
    const signIn = machine.readJson(path.join(folder, "auth.json"));
    if (asObject(signIn?.tokens) && !signIn?.OPENAI_API_KEY) throw subscription("Codex");
    const base = config.get("openai_base_url") ?? (env.OPENAI_BASE_URL || "https://api.openai.com/v1");
    return { env: {}, args: ["-c", `openai_base_url=${JSON.stringify(machine.open("openai", base))}`] };
  },
};

/** The strings of a TOML file by their full key; everything else in it is ignored. */
function tomlTexts(toml: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  let table = "";
  for (const line of toml.split("\n")) {
    const [, opened] = /^\s*\[([\w.\-"' ]+)\]\s*(?:#.*)?$/.exec(line) ?? [];
    if (opened !== undefined) table = `${opened.replaceAll(/["' ]/g, "")}.`;
    const [, name, basic, literal] =
      /^\s*([\w.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(?:#.*)?$/.exec(line) ?? [];
    if (name !== undefined) texts.set(table + name, literal ?? JSON.parse(`"${basic}"`));
  }
  return texts;
}

/** geminicli.com/docs/reference/configuration: GOOGLE_GEMINI_BASE_URL, `.env` files. Tried with 0.61.0. */
const gemini: RecordedClient = {
  name: "gemini",
  title: "Gemini CLI",
  id: "gemini-cli",
  program: "gemini",
  logs: ({ home }) => ({ folder: path.join(home, ".gemini/tmp"), file: /\bchats\W.*\.jsonl?$/, id: SESSION_ID }),
  setUp: (machine) => {
    const { env } = machine;
    const signIn = signInOf(machine, ".gemini");
    if (signIn === "vertex-ai") throw new Refusal("Gemini CLI is set up for Vertex AI, which cannot be recorded");
    if (signIn !== null && signIn !== "gemini-api-key" && signIn !== "gateway") throw subscription("Gemini CLI");
    const base = env.GOOGLE_GEMINI_BASE_URL || machine.envFile(".gemini", "GOOGLE_GEMINI_BASE_URL");
    const address = machine.open("gemini", base ?? "https://generativelanguage.googleapis.com");
    return { env: { GOOGLE_GEMINI_BASE_URL: address } };
  },
};

/** qwenlm.github.io/qwen-code-docs: OPENAI_BASE_URL before settings. Tried with 0.24.4. */
const qwen: RecordedClient = {
  name: "qwen",
  title: "Qwen Code",
  id: "qwen-code",
  program: "qwen",
  logs: ({ home }) => ({ folder: path.join(home, ".qwen/projects"), file: /\bchats\W.*\.jsonl$/, id: SESSION_ID }),
  setUp: (machine) => {
    const { env, home } = machine;
    if (signInOf(machine, ".qwen") === "qwen-oauth") throw subscription("Qwen Code");
    const settings = settingsOf(machine, ".qwen");
    if (settings.some(({ modelProviders }) => asObject(modelProviders)))
      throw new Refusal(
        `the settings of Qwen Code name an address for each model (modelProviders in ${path.join(home, ".qwen")}). Run winnow record --upstream with one of them, and enter the address that it prints in these settings`,
      );
    const set = settings.map(
      ({ env: own, security }) =>
        asText(asObject(own)?.OPENAI_BASE_URL) ?? asText(asObject(asObject(security)?.auth)?.baseUrl),
    );
    const base = (env.OPENAI_BASE_URL || machine.envFile(".qwen", "OPENAI_BASE_URL")) ?? set.find(Boolean);
    return { env: { OPENAI_BASE_URL: machine.open("openai", base ?? "https://api.openai.com/v1") } };
  },
};

/** The project's settings take precedence over the user's. */
const settingsOf = (machine: Machine, folder: string): readonly JsonObject[] =>
  [machine.below(`${folder}/settings.json`), path.join(machine.home, folder, "settings.json")].flatMap((file) =>
    listOf(machine.readJson(file)),
  );

function signInOf(machine: Machine, folder: string): string | null {
  const chosen = settingsOf(machine, folder).map(({ security }) =>
    asText(asObject(asObject(security)?.auth)?.selectedType),
  );
  return chosen.find((one) => one !== null) ?? null;
}

/** The addresses of providers whose key is in the environment or in a client's key store. */
const PROVIDERS: Readonly<Record<string, { readonly base: string; readonly keys: readonly string[] }>> = {
  anthropic: { base: "https://api.anthropic.com/v1", keys: ["ANTHROPIC_API_KEY"] },
  openai: { base: "https://api.openai.com/v1", keys: ["OPENAI_API_KEY"] },
  google: {
    base: "https://generativelanguage.googleapis.com/v1beta",
    keys: ["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"],
  },
  openrouter: { base: "https://openrouter.ai/api/v1", keys: ["OPENROUTER_API_KEY"] },
  xai: { base: "https://api.x.ai/v1", keys: ["XAI_API_KEY"] },
  groq: { base: "https://api.groq.com/openai/v1", keys: ["GROQ_API_KEY"] },
  mistral: { base: "https://api.mistral.ai/v1", keys: ["MISTRAL_API_KEY"] },
  deepseek: { base: "https://api.deepseek.com", keys: ["DEEPSEEK_API_KEY"] },
};

/**
 * opencode.ai/docs/config: OPENCODE_CONFIG_CONTENT; `opencode debug config` prints the merged result. Tried with
 * 1.18.33.
 */
const opencode: RecordedClient = {
  name: "opencode",
  title: "OpenCode",
  id: "opencode",
  program: "opencode",
  setUp: (machine) => {
    const { env, home } = machine;
    const printed = machine.ask("opencode", ["debug", "config"]);
    const config = printed === null ? null : parseSettings(printed.slice(printed.indexOf("{")));
    if (config === null) throw new Refusal("opencode debug config did not print the settings of OpenCode");
    const store = path.join(env.XDG_DATA_HOME || path.join(home, ".local/share"), "opencode/auth.json");
    const signedIn = Object.keys(machine.readJson(store) ?? {});
    const configured = asObject(config.provider) ?? {};
    const names = new Set([...Object.keys(configured), ...signedIn, ...withKey(env)]);
    const provider: Record<string, { options: { baseURL: string } }> = {};
    for (const name of names) {
      const base =
        asText(asObject(asObject(configured[name])?.options)?.baseURL) ??
        asText(asObject(configured[name])?.api) ??
        PROVIDERS[name]?.base;
      if (base) provider[name] = { options: { baseURL: machine.open(name, base) } };
    }
    if (Object.keys(provider).length === 0)
      throw new Refusal("OpenCode has no provider whose address is known: name one in opencode.json, or set its key");
    const before = parseSettings(env.OPENCODE_CONFIG_CONTENT ?? "") ?? {};
    return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(merged(before, { provider })) } };
  },
};

const withKey = (env: Machine["env"]): string[] =>
  Object.entries(PROVIDERS).flatMap(([name, { keys }]) => (keys.some((key) => env[key]) ? [name] : []));

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const [before, after] = [asObject(result[name]), asObject(value)];
    result[name] = before && after ? merged(before, after) : value;
  }
  return result;
}

/** docs/custom-provider.md in its package: an extension gives a provider another address. Tried with 0.73.1. */
const pi: RecordedClient = {
  name: "pi",
  title: "pi",
  id: "pi",
  program: "pi",
  logs: (machine) => ({
    folder: path.join(piFolder(machine), "sessions"),
    file: /\.jsonl$/,
    id: /^\{"type":"session",.*?"id":"([\da-f-]{36})"/,
  }),
  setUp: (machine) => {
    const { env } = machine;
    const folder = piFolder(machine);
    const own = asObject(machine.readJson(path.join(folder, "models.json"))?.providers) ?? {};
    const signedIn = Object.keys(machine.readJson(path.join(folder, "auth.json")) ?? {});
    const routes: Record<string, string> = {};
    for (const name of new Set([...Object.keys(own), ...signedIn, ...withKey(env)])) {
      const base = asText(asObject(own[name])?.baseUrl) ?? PI_BASES[name] ?? PROVIDERS[name]?.base;
      if (base) routes[name] = machine.open(name, base);
    }
    if (Object.keys(routes).length === 0)
      throw new Refusal("pi has no provider whose address is known: name one in its models.json, or set its key");
    return {
      env: { WINNOW_RECORD_ROUTES: JSON.stringify(routes) },
      args: ["--extension", machine.temporary("winnow-record.ts", PI_EXTENSION)],
    };
  },
};

const piFolder = ({ env, home }: Machine): string => env.PI_CODING_AGENT_DIR || path.join(home, ".pi/agent");

/** Addresses without the API version, which pi appends itself. */
const PI_BASES: Readonly<Record<string, string>> = {
  anthropic: "https://api.anthropic.com",
  mistral: "https://api.mistral.ai",
};

const PI_EXTENSION = `export default (pi) => {
  for (const [name, baseUrl] of Object.entries(JSON.parse(process.env.WINNOW_RECORD_ROUTES))) pi.registerProvider(name, { baseUrl });
};
`;

export const RECORDED_CLIENTS: readonly RecordedClient[] = [claude, codex, opencode, gemini, qwen, pi];

/** All accepted names: those typed, and the importers'. */
export const recordedClient = (name: string): RecordedClient | undefined =>
  RECORDED_CLIENTS.find((client) => client.name === name || client.id === name);
