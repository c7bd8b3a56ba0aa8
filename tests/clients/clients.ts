import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DUMMY_KEY } from "./sandbox";
import { isOnScreen, type ScenarioName, type Turn } from "./scenarios";

/** The folders and addresses of one scenario. */
export type Place = {
  readonly home: string;
  readonly project: string;
  /** Address of the scripted model. */
  readonly url: string;
  readonly scenario: ScenarioName;
};

/** Something missing from a client's log, as worded by `ledgerDifferences`. */
export type NotLogged = { readonly what: RegExp; readonly why: string };

/** How a client is installed, set up and run without its screen. */
export type Client = {
  readonly id: string;
  readonly title: string;
  readonly package: string;
  readonly bin: string;
  /** The client's name for `winnow record`. */
  readonly recordedAs?: string;
  readonly models: readonly [string, string];
  /** Writes its settings; returns its part of the environment. */
  readonly prepare: (place: Place) => Record<string, string>;
  /** Calls of the program before the first and after the last turn, if needed. */
  readonly before?: (place: Place) => readonly (readonly string[])[];
  readonly after?: readonly string[];
  readonly args: (turn: Turn, place: Place) => readonly string[];
  /** A turn before the last one of `compact`, if the client compacts only on command. */
  readonly compactTurn?: string;
  /** Commands with which the client reports its counts, run after the last turn. */
  readonly statements?: readonly string[];
  /** Starts the client's own screen, if it can be driven: the scenario `screen` types its last turn there. */
  readonly screenArgs?: (turn: Turn, place: Place) => readonly string[];
  /** Whether it continues a session only on its own screen. */
  readonly continuesOnScreen?: boolean;
  /** Matches the paths of its session files, below its home. */
  readonly sessions: RegExp;
  readonly notLogged: readonly NotLogged[];
};

const COMPACTION_PROMPT: NotLogged = {
  what: /^#\d+ compaction prompt: the instruction at its end$/,
  why: "the instruction that asks for the summary is not logged",
};
const COMPACTION_CALL: NotLogged = {
  what: /^compaction call of/,
  why: "the call that writes the summary is not logged",
};

/** Scenarios that give the client a window small enough to fill up. */
const isSmall = (scenario: ScenarioName): boolean => scenario === "compact" || scenario === "journey";

/** The MCP server of `tools`: see `own-tools.mjs`. */
const ownTools = ({ project }: Place) => ({
  command: process.execPath,
  args: [path.join(project, "own-tools.mjs")],
});
const hasTools = ({ scenario }: Place): boolean => scenario === "tools";

function write(file: string, content: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

const claude: Client = {
  id: "claude-code",
  title: "Claude Code",
  package: "@anthropic-ai/claude-code",
  bin: "claude",
  recordedAs: "claude",
  models: ["claude-opus-4-8", "claude-sonnet-4-6"],
  prepare: (place) => {
    if (isOnScreen(place.scenario)) prepareClaudeScreen(place);
    return {
      CLAUDE_CONFIG_DIR: path.join(place.home, ".claude"),
      ANTHROPIC_API_KEY: DUMMY_KEY,
      ANTHROPIC_BASE_URL: place.url,
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      IS_SANDBOX: "1",
      // Otherwise the model must first search for a server's tools.
      ...(hasTools(place) && { ENABLE_TOOL_SEARCH: "false" }),
    };
  },
  args: ({ prompt, model, isContinued }, place) => [
    ...(isContinued ? ["-c"] : []),
    ...["-p", prompt, "--model", claude.models[model]],
    ...["--permission-mode", "bypassPermissions", "--output-format", "json"],
    ...(hasTools(place) ? ["--mcp-config", JSON.stringify({ mcpServers: { own: ownTools(place) } })] : []),
  ],
  compactTurn: "/compact keep the file names",
  statements: ["/context", "/cost"],
  screenArgs: ({ model }) => ["--model", claude.models[model]],
  sessions: /^\.claude\/projects\/.*\.jsonl$/,
  notLogged: [
    { what: /^#\d+ compaction: not in the log as it was sent$/, why: COMPACTION_PROMPT.why },
    {
      what: /^the import says: .* (in another order than the rows have|parts of rows that it does not send: [1-9])/,
      why: "another model is sent injected texts in front and no thoughts of the previous model; the rows keep both",
    },
  ],
};

/** The status line only stores its input, and no question appears before the prompt. */
function prepareClaudeScreen({ home, project }: Place): void {
  const folder = path.join(home, ".claude");
  const statusLine = {
    type: "command",
    command: `cat >> ${statusFile(home)}; echo >> ${statusFile(home)}; echo ready`,
  };
  const permissions = { defaultMode: "acceptEdits", allow: ["Bash", "Read", "Edit"] };
  write(path.join(folder, "settings.json"), { statusLine, permissions });
  write(path.join(folder, ".claude.json"), {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [DUMMY_KEY], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  });
}

/** The inputs of a client's status line, one per line. */
export const statusFile = (home: string): string => path.join(home, "status.jsonl");

const codex: Client = {
  id: "codex",
  title: "Codex",
  package: "@openai/codex",
  bin: "codex",
  recordedAs: "codex",
  models: ["gpt-5.5", "gpt-5.4"],
  prepare: (place) => {
    const { home, url, scenario } = place;
    const limit = isSmall(scenario) ? "model_auto_compact_token_limit = 24000\n" : "";
    write(
      path.join(home, ".codex/config.toml"),
      `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
${limit}[analytics]
enabled = false
[otel]
exporter = "none"
[history]
persistence = "none"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 4
stream_max_retries = 4
supports_websockets = false
${hasTools(place) ? `[mcp_servers.own]\ncommand = "${ownTools(place).command}"\nargs = ${JSON.stringify(ownTools(place).args)}\n` : ""}`,
    );
    return { CODEX_HOME: path.join(home, ".codex"), OPENAI_API_KEY: DUMMY_KEY };
  },
  args: ({ prompt, model, isContinued }) => [
    ...["exec", "-m", codex.models[model]],
    ...(isContinued ? ["resume", "--last"] : []),
    ...["--json", prompt],
  ],
  sessions: /^\.codex\/sessions\/.*\.jsonl$/,
  notLogged: [COMPACTION_PROMPT],
};

const gemini: Client = {
  id: "gemini-cli",
  title: "Gemini CLI",
  package: "@google/gemini-cli",
  bin: "gemini",
  recordedAs: "gemini",
  models: ["gemini-2.5-pro", "gemini-3-pro-preview"],
  prepare: (place) => {
    const { home, url, scenario } = place;
    write(path.join(home, ".gemini/settings.json"), {
      ...(hasTools(place) && { mcpServers: { own: { ...ownTools(place), trust: true } } }),
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      model: { compressionThreshold: isSmall(scenario) ? 0.02 : 0.5 },
    });
    return {
      GEMINI_API_KEY: DUMMY_KEY,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_TELEMETRY_ENABLED: "false",
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    };
  },
  args: ({ prompt, model, isContinued }) => [
    ...["-m", gemini.models[model], "-y", "-o", "json"],
    ...(isContinued ? ["-r", "latest"] : []),
    ...["-p", prompt],
  ],
  sessions: /^\.gemini\/tmp\/[^/]+\/chats\/.*\.jsonl?$/,
  notLogged: [
    COMPACTION_CALL,
    {
      what: /^the import says: .* no row says: [01]; parts of rows that it does not send: [1-9]/,
      why: "thoughts are not sent again; the rows keep them",
    },
  ],
};

const qwen: Client = {
  id: "qwen-code",
  title: "Qwen Code",
  package: "@qwen-code/qwen-code",
  bin: "qwen",
  recordedAs: "qwen",
  models: ["qwen3-coder-plus", "gpt-5-mini"],
  prepare: (place) => {
    const { home, url, scenario } = place;
    const isTight = isSmall(scenario);
    write(path.join(home, ".qwen/settings.json"), {
      ...(hasTools(place) && { mcpServers: { own: { ...ownTools(place), trust: true } } }),
      security: { auth: { selectedType: "openai" } },
      general: { enableAutoUpdate: false, disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      model: {
        chatCompression: { contextPercentageThreshold: isTight ? 0.5 : 0.7 },
        generationConfig: { contextWindowSize: isTight ? 60_000 : 262_144 },
      },
    });
    return { OPENAI_API_KEY: DUMMY_KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: qwen.models[0] };
  },
  args: ({ prompt, model, isContinued }) => [
    ...["-m", qwen.models[model], "-y", "-o", "json"],
    ...(isContinued ? ["-c"] : []),
    ...["-p", prompt],
  ],
  sessions: /^\.qwen\/projects\/.*\.jsonl$/,
  notLogged: [COMPACTION_PROMPT],
};

const opencode: Client = {
  id: "opencode",
  title: "OpenCode",
  package: "opencode-ai",
  bin: "opencode",
  recordedAs: "opencode",
  models: ["anthropic/claude-opus-4-8", "scripted/gpt-5-mini"],
  prepare: (place) => {
    const { url, project, scenario } = place;
    const { command, args } = ownTools(place);
    const options = { baseURL: `${url}/v1`, apiKey: DUMMY_KEY };
    const context = isSmall(scenario) ? 26_000 : 200_000;
    write(path.join(project, "opencode.json"), {
      autoupdate: false,
      share: "disabled",
      permission: "allow",
      ...(hasTools(place) && { mcp: { own: { type: "local", command: [command, ...args], enabled: true } } }),
      provider: {
        anthropic: { options, models: { "claude-opus-4-8": { name: "Opus", limit: { context, output: 8_000 } } } },
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "Scripted",
          options,
          models: { "gpt-5-mini": { name: "mini", limit: { context: 128_000, output: 8_000 } } },
        },
      },
    });
    return {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_SHARE: "1",
    };
  },
  args: ({ prompt, model, isContinued }) => [
    "run",
    ...(isContinued ? ["-c"] : []),
    ...["-m", opencode.models[model], "--format", "json", prompt],
  ],
  sessions: /^\.local\/share\/opencode\/opencode\.db(?:-wal)?$/,
  notLogged: [
    {
      what: /^#\d+ compaction prompt: /,
      why: "the text in which the conversation is sent to be summarised is not logged",
    },
    {
      what: /^#\d+ main prompt: (.*), truly ua\1$/,
      why: "the question that stands before a summary is not logged; the summary is",
    },
    { what: /^side call of/, why: "the call that makes a title is not logged" },
  ],
};

const pi: Client = {
  id: "pi",
  title: "pi",
  package: "@mariozechner/pi-coding-agent",
  bin: "pi",
  recordedAs: "pi",
  models: ["claude-opus-4-6", "claude-sonnet-4-6"],
  prepare: ({ home, url, scenario }) => {
    const folder = path.join(home, ".pi/agent");
    const [reserveTokens, keepRecentTokens] = isSmall(scenario) ? [985_000, 4_000] : [16_384, 20_000];
    write(path.join(folder, "models.json"), { providers: { anthropic: { baseUrl: url } } });
    write(path.join(folder, "settings.json"), { compaction: { enabled: true, reserveTokens, keepRecentTokens } });
    return { PI_OFFLINE: "1", PI_CODING_AGENT_DIR: folder, ANTHROPIC_API_KEY: DUMMY_KEY };
  },
  args: ({ prompt, model, isContinued }) => [
    ...["--provider", "anthropic", "--model", pi.models[model], "--mode", "json"],
    ...(isContinued ? ["-c"] : []),
    ...["-p", prompt],
  ],
  sessions: /^\.pi\/agent\/sessions\/.*\.jsonl$/,
  notLogged: [
    COMPACTION_CALL,
    {
      what: /^#\d+ main prompt: uta.*, truly uaa/,
      why: "another model is sent the thoughts of the previous model as text, which the log does not say",
    },
  ],
};

const cline: Client = {
  id: "cline",
  title: "Cline CLI",
  package: "cline",
  bin: "cline",
  models: ["gpt-5-mini", "gpt-5"],
  prepare: () => ({}),
  before: ({ url }) => [["auth", "-p", "openai-compatible", "-k", DUMMY_KEY, "-m", cline.models[0], "-b", `${url}/v1`]],
  args: ({ prompt, model }) => ["-P", "openai-compatible", "-m", cline.models[model], "--json", prompt],
  screenArgs: ({ model }, { home }) => [
    ...["-P", "openai-compatible", "-m", cline.models[model]],
    ...["--id", newestIn(path.join(home, ".cline/data/sessions"))],
  ],
  continuesOnScreen: true,
  after: ["hub", "stop"],
  sessions: /^\.cline\/data\/sessions\/.*\.messages\.json$/,
  notLogged: [],
};

/** The name of the newest folder. */
const newestIn = (folder: string): string =>
  readdirSync(folder).toSorted((one, other) => made(folder, other) - made(folder, one))[0] ?? "";
const made = (folder: string, name: string): number => statSync(path.join(folder, name)).birthtimeMs;

const continueCli: Client = {
  id: "continue",
  title: "Continue CLI",
  package: "@continuedev/cli",
  bin: "cn",
  models: ["claude-opus-4-8", "claude-sonnet-4-6"],
  prepare: ({ home, url }) => {
    const [model] = continueCli.models;
    write(
      path.join(home, "config.yaml"),
      `name: scripted
version: 0.0.1
schema: v1
models:
  - name: ${model}
    provider: anthropic
    model: ${model}
    apiKey: ${DUMMY_KEY}
    apiBase: ${url}/v1/
    roles: [chat]
`,
    );
    return { CONTINUE_TELEMETRY_ENABLED: "0" };
  },
  args: ({ prompt, isContinued }, { home }) => [
    ...["-p", "--auto", "--config", path.join(home, "config.yaml")],
    ...(isContinued ? ["--resume"] : []),
    prompt,
  ],
  sessions: /^\.continue\/sessions\/(?!sessions\.json$)[^/]+\.json$/,
  notLogged: [{ what: /^#\d+ main model: null, truly /, why: "the model is not logged" }],
};

/** The clients under test. */
export const CLIENTS: readonly Client[] = [claude, codex, gemini, opencode, qwen, pi, cline, continueCli];
