import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { decompress } from "fzstd";
import { asObject, asString, type JsonObject } from "@/lib/formats/json-fields";
import { loadVocabulary } from "@/lib/server/process/vocabulary";
import { createTokenizer } from "@/lib/tokenizers/tokenizer";
import { sendAnswer, sendRefusal } from "./answers";
import { blocksOf, type Wire } from "./blocks";
import { type CountedBlock, chainOf, PrefixCache } from "./prefix-cache";
import { Script, toolsOf } from "./requests";
import { prose, type Tasks } from "./tasks";
import { callOf } from "./tool-calls";

/** A scripted model on this machine that records each received body and each reported usage. */
export type ModelServer = { readonly url: string; readonly ledger: string; readonly stop: () => void };

type Options = {
  /** 0 for any free one. */
  readonly port: number;
  /** Folder for the ledger and the bodies. */
  readonly folder: string;
  /** The client's project. */
  readonly project: string;
  readonly tasks: Tasks;
};

/** Maximum requests; a client that sends more is in a loop. */
const MAX_REQUESTS = 200;

/** Listens on the loopback address only. */
export async function startModelServer({ port, folder, project, tasks }: Options): Promise<ModelServer> {
  mkdirSync(path.join(folder, "bodies"), { recursive: true });
  const ledger = path.join(folder, "ledger.jsonl");
  writeFileSync(ledger, "");
  const model = new ScriptedModel(folder, project, tasks);
  const server = createServer((request, response) => {
    void readBody(request).then((body) => model.handle(request, body, response));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: taken } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${taken}`, ledger, stop };
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const encoding = request.headers["content-encoding"];
  const plain = encoding === "gzip" ? gunzipSync(bytes) : encoding === "zstd" ? Buffer.from(decompress(bytes)) : bytes;
  try {
    return asObject(JSON.parse(plain.toString("utf8"))) ?? {};
  } catch {
    return {};
  }
}

const WIRES: readonly (readonly [RegExp, Wire])[] = [
  [/\/messages$/, "anthropic"],
  [/\/chat\/completions$/, "chat"],
  [/\/responses$/, "responses"],
  [/:(?:streamG|g)enerateContent$/, "gemini"],
];

class ScriptedModel {
  private readonly cache = new PrefixCache();
  private readonly script: Script;
  private readonly tokenizer = createTokenizer("o200k", loadVocabulary);
  private requests = 0;

  constructor(
    private readonly folder: string,
    private readonly project: string,
    tasks: Tasks,
  ) {
    this.script = new Script(tasks);
  }

  handle({ method, url }: IncomingMessage, body: JsonObject, response: ServerResponse): void {
    const { pathname } = new URL(url ?? "/", "http://127.0.0.1");
    const wire = WIRES.find(([pattern]) => pattern.test(pathname))?.[1];
    if (method === "POST" && wire) this.answer(wire, pathname, body, response);
    else if (method === "POST" && /\/count_tokens$/.test(pathname))
      sendJson(response, 200, { input_tokens: this.sizeOf("anthropic", body) });
    else if (method === "POST" && /:countTokens$/.test(pathname))
      sendJson(response, 200, { totalTokens: this.sizeOf("gemini", asObject(body.generateContentRequest) ?? body) });
    else if (method === "GET" && /\/models$/.test(pathname))
      sendJson(response, 200, { object: "list", data: [], has_more: false });
    else sendJson(response, pathname === "/" ? 200 : 404, {});
  }

  private answer(wire: Wire, pathname: string, body: JsonObject, response: ServerResponse): void {
    const n = ++this.requests;
    if (n > MAX_REQUESTS) {
      sendRefusal(wire, response, 400);
      return;
    }
    writeFileSync(path.join(this.folder, "bodies", `${`${n}`.padStart(4, "0")}.json`), JSON.stringify(body));
    const model = asString(body.model) ?? /models\/([^:]+)/.exec(pathname)?.[1] ?? "";
    const tools = toolsOf(wire, body);
    const { kind, step } = this.script.next(wire, body, tools);
    const chain = this.chainOf(wire, body);
    const row = {
      n,
      wire,
      kind,
      model,
      total: chain.at(-1)?.end ?? 0,
      kinds: sumByKind(chain),
      blocks: chain.map(asRow),
    };
    if (step.refuse !== undefined) {
      const status = step.refuse === 529 && wire !== "anthropic" ? 503 : step.refuse;
      this.note({ ...row, status, calls: [], usage: null });
      sendRefusal(wire, response, status);
      return;
    }
    const calls = (step.acts ?? []).flatMap((act) => callOf(act, tools, this.project) ?? []);
    const say = step.say ?? (calls.length > 0 ? "" : "Go on.");
    const thinks = step.thinks === true && (wire !== "anthropic" || asksToThink(body));
    const thought = thinks ? `I weigh the next step: ${prose(25, 7)}` : "";
    const { count } = this.tokenizer;
    const reasoning = count(thought);
    const written = calls.map(({ name, input }) => name + (typeof input === "string" ? input : JSON.stringify(input)));
    const output = reasoning + count(say) + written.reduce((sum, text) => sum + count(text), 0);
    const usage = { total: row.total, ...this.cache.use(wire, model, chain), output, reasoning };
    this.note({ ...row, status: 200, calls: calls.map(({ name, input }) => [name, input]), usage });
    sendAnswer(wire, response, {
      model,
      say,
      thought,
      calls,
      usage,
      isStreamed: body.stream === true || pathname.includes("stream"),
    });
  }

  private note(row: JsonObject): void {
    appendFileSync(path.join(this.folder, "ledger.jsonl"), `${JSON.stringify(row)}\n`);
  }

  private chainOf = (wire: Wire, body: JsonObject): CountedBlock[] =>
    chainOf(blocksOf(wire, body), this.tokenizer.count);
  private sizeOf = (wire: Wire, body: JsonObject): number => this.chainOf(wire, body).at(-1)?.end ?? 0;
}

const asksToThink = (body: JsonObject): boolean => {
  const thinking = asObject(body.thinking);
  return thinking !== null && thinking.type !== "disabled";
};

/** A block as stored in the ledger: see tests/support/client-ledger.ts. */
const asRow = ({ kind, tokens, hash, name = "", isMarked }: CountedBlock) => [
  kind,
  tokens,
  hash,
  name,
  isMarked ? 1 : 0,
];

function sumByKind(chain: readonly CountedBlock[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { kind, tokens } of chain) sums[kind] = (sums[kind] ?? 0) + tokens;
  return sums;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
