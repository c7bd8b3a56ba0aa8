import fs from "node:fs";
import path from "node:path";
import { compareBody, compressBody } from "@/lib/api/schemas/compress-body";
import { splitBody } from "@/lib/api/whole-body";
import { parseJsonBody } from "@/lib/server/workers/parse-json";
import { formatTokens } from "@/lib/wording/number-format";
import {
  type CompareInput,
  type CompressInput,
  type CompressResult,
  compare,
  compress,
  jsonText,
  type KeptText,
  parseJson,
} from "../entries/index";
import { print, printJsonText, progress, Refusal, readInput, table } from "./output";

export type BodyOptions = {
  readonly strategy?: string;
  readonly strategies?: string;
  readonly target?: string;
  readonly window?: string;
  readonly model?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  /** A folder for put-aside originals. */
  readonly outputs?: string;
  /** A file with the state of the previous call; overwritten. */
  readonly state?: string;
};

/** Names that a provider's body may have too; they stay in place. */
const SHARED = [
  "messages",
  "input",
  "contents",
  "system",
  "systemInstruction",
  "system_instruction",
  "tools",
  "instructions",
  "previous_response_id",
  "model",
  "store",
  "session",
];

type Body = Record<string, unknown>;

async function readBody(
  options: BodyOptions,
  names: readonly string[],
  example: string,
): Promise<{ body: Body; ours: Body }> {
  const parsed = parseJsonBody(await readInput(example));
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new Refusal("the body must be a JSON object", 2);
  const { winnow = {}, ...sent } = parsed as Body;
  const { ours: beside, settings: body } = splitBody(
    sent,
    names.filter((name) => !SHARED.includes(name)),
  );
  const said = {
    ...(options.strategy !== undefined && { strategy: recipe(options.strategy) }),
    ...(options.strategies !== undefined && { strategies: options.strategies.split(",").map((id) => id.trim()) }),
    ...(options.target !== undefined && { target: target(options.target) }),
    ...(options.window !== undefined && { context_window: whole(options.window, "--window") }),
    ...(options.force && { force: true }),
  };
  return {
    body: { ...body, ...(options.model !== undefined && { model: options.model }) },
    ours: { ...(beside as Body), ...(winnow as Body), ...said },
  };
}

/** The id of a strategy, or a recipe as JSON. */
function recipe(text: string): unknown {
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`--strategy is not JSON: ${text}`, 2);
  }
}

/** `50000` tokens, or `40%` of the current prompt. */
function target(text: string): object {
  return text.endsWith("%")
    ? { fraction: whole(text.slice(0, -1), "--target") / 100 }
    : { tokens: whole(text, "--target") };
}

function whole(text: string, option: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Refusal(`${option} ${text} is not a whole number`, 2);
}

/** The state of the previous call, with numbers as they were written. */
function readState(file: string): unknown {
  try {
    return parseJson(fs.readFileSync(file, "utf8"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refusal(`--state ${file} is not JSON; delete it to start over`, 2);
  }
}

/** `winnow compress < body.json > smaller.json` */
export async function compressInput(options: BodyOptions): Promise<void> {
  const { body, ours } = await readBody(
    options,
    Object.keys(compressBody.shape),
    "winnow compress < body.json > smaller.json",
  );
  const kept = options.outputs === undefined ? undefined : new OutputFolder(options.outputs);
  const before = options.state !== undefined && fs.existsSync(options.state) ? { state: readState(options.state) } : {};
  const input = { ...body, winnow: { ...ours, ...before } } as CompressInput;
  const answer = await compress(input, kept ? { outputs: kept } : {});
  const { winnow: account, ...smaller } = answer as unknown as Body & { winnow: CompressResult };
  if (options.state !== undefined) fs.writeFileSync(options.state, jsonText(account.state ?? null));
  const { status, stats, warnings, strategy } = account;
  progress(
    `${strategy.id}: ${status}, ${formatTokens(stats.tokens_before)} → ${formatTokens(stats.tokens_after)} tokens${stats.trigger?.fired === false ? " (its trigger did not fire; --force runs it)" : ""}`,
  );
  for (const { message } of warnings) progress(`warning: ${message}`);
  if (account.refs.length > 0 && !kept)
    progress(`warning: ${account.refs.length} outputs were put aside but not stored; --outputs <folder> stores them`);
  printJsonText(jsonText(options.json ? answer : smaller));
}

/** `winnow compare --strategies winnow,manus < body.json` */
export async function compareInput(options: BodyOptions): Promise<void> {
  const { body, ours } = await readBody(
    options,
    Object.keys(compareBody.shape),
    "winnow compare --strategies winnow,manus < body.json",
  );
  if (ours.strategies === undefined) throw new Refusal("name what to compare: --strategies winnow,manus", 2);
  const answer = await compare({ ...body, winnow: ours } as CompareInput);
  if (options.json) return printJsonText(jsonText(answer));
  for (const { message } of answer.warnings) progress(`warning: ${message}`);
  print(
    table(
      ["strategy", "status", "tokens", "saved", "ms"],
      answer.results.map(({ strategy, status, stats }) => [
        strategy.id,
        status,
        formatTokens(stats.tokens_after),
        `${Math.round(stats.saved_fraction * 100)} %`,
        String(stats.ms ?? ""),
      ]),
    ),
  );
}

/** One file for each original, named by its reference. */
class OutputFolder {
  constructor(private readonly folder: string) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  set(id: string, kept: KeptText): void {
    fs.writeFileSync(this.fileOf(id), kept.text, { mode: 0o600 });
  }

  get(id: string): KeptText | undefined {
    const file = this.fileOf(id);
    if (!fs.existsSync(file)) return undefined;
    return { id, text: fs.readFileSync(file, "utf8"), tool: null, tokens: 0, source: null };
  }

  /** Ids are `out_` or `state_` and hexadecimal digits; nothing else becomes a path. */
  private fileOf(id: string): string {
    if (!/^(out|state)_[0-9a-f]+$/.test(id)) throw new Refusal(`${id} is not a reference`);
    return path.join(this.folder, `${id}.txt`);
  }
}
