import { createHash } from "node:crypto";

type Json = Readonly<Record<string, unknown>>;
type Message = { readonly role: "user" | "assistant" | "system"; readonly content: string | readonly Json[] };
type Usage = { readonly read: number; readonly written: number; readonly input?: number; readonly output: number };

/** Tools and system prompt of the requests that a `ClaudeLog` writes. */
export type Shape = { readonly tools: readonly Json[]; readonly system: readonly string[] };

const digest = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Json)[key])]));
}

export const tool = (name: string, description = `Does ${name}.`): Json => ({
  name,
  description,
  input_schema: { type: "object", properties: { what: { type: "string" } } },
});

export const text = (said: string): Json => ({ type: "text", text: said });
const reminder = (said: string): string => `<system-reminder>\n${said}\n</system-reminder>`;

/** Writes rows and requests like Claude Code 2.1.331. What a test reads must equal what was sent here. */
export class ClaudeLog {
  readonly rows: Json[] = [];
  /** The messages of the last request, and all written messages in order. */
  sent: Message[] = [];
  readonly requests: (readonly Message[])[] = [];
  private readonly known = new Set<string>();
  private last: { readonly id: string; readonly digests: readonly string[] } | null = null;
  private count = 0;
  private clock = Date.parse("2026-11-24T10:00:00Z");

  constructor(
    public shape: Shape = { tools: [tool("Read"), tool("Bash")], system: ["You are an agent.", "Be brief."] },
  ) {}

  get text(): string {
    return this.rows.map((row) => JSON.stringify(row)).join("\n");
  }

  row(type: string, fields: Json): string {
    this.count += 1;
    this.clock += 1000;
    const uuid = `row-${this.count}`;
    const place = {
      uuid,
      parentUuid: null,
      sessionId: "s1",
      version: "2.1.331",
      cwd: "/home/ada/shop",
      isSidechain: false,
    };
    this.rows.push({ ...place, type, timestamp: new Date(this.clock).toISOString(), ...fields });
    return uuid;
  }

  user(content: string | readonly Json[]): string {
    return this.row("user", { message: { role: "user", content } });
  }

  /** An attachment as rendered; a system message has no tags around it. */
  attach(kind: string, said: string, role: "user" | "system" = "system"): string {
    const rendered = [{ content: reminder(said) }];
    return this.row("attachment", { attachment: { type: kind }, rendered, renderedRole: role });
  }

  /** A request: `messages` follow the first `keep` of the last one. Rows contain those that are not in `blobs`. */
  request(
    messages: readonly Message[],
    options: { keep?: number; blobs?: readonly Message[]; params?: Json; marks?: readonly Json[] } = {},
  ): string {
    const {
      keep = this.sent.length,
      blobs = messages,
      params = { model: "claude-opus-4-8", max_tokens: 64_000 },
    } = options;
    const shape = { system: this.shape.system.map(text), tools: this.shape.tools };
    const shapeHash = digest(shape);
    const bare = { sessionId: "s1" };
    if (!this.known.has(shapeHash)) this.rows.push({ type: "api-request-shape", ...bare, shapeHash, shape });
    this.known.add(shapeHash);
    for (const message of blobs) this.rows.push({ type: "api-request-blob", ...bare, hash: digest(message), message });
    this.count += 1;
    const id = `request-${this.count}`;
    const tail = messages.map(digest);
    const base = keep === 0 || this.last === null ? {} : { base: this.last.id };
    this.sent = [...this.sent.slice(0, keep), ...messages];
    const end = { path: ["messages", this.sent.length - 1, "content", 0], value: { type: "ephemeral" } };
    const cacheControl = options.marks ?? [{ path: ["system", 1], value: { type: "ephemeral", ttl: "1h" } }, end];
    this.rows.push({
      type: "api-request",
      ...bare,
      id,
      querySource: "sdk",
      shapeHash,
      params,
      ...base,
      keep,
      tail,
      cacheControl,
    });
    this.last = { id, digests: [...(this.last?.digests.slice(0, keep) ?? []), ...tail] };
    this.requests.push(this.sent);
    return id;
  }

  /** The answer to the last request, one row per block. */
  answer(content: readonly Json[], { read, written, input = 0, output }: Usage, model = "claude-opus-4-8"): Message {
    const id = `msg-${this.count}`;
    const usage = {
      input_tokens: input,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 },
      output_tokens: output,
    };
    for (const block of content)
      this.row("assistant", {
        requestRef: this.last?.id,
        message: { id, role: "assistant", model, content: [block], usage },
      });
    return { role: "assistant", content };
  }

  totals(models: Readonly<Record<string, Usage>>, cost: number) {
    const modelUsage = Object.fromEntries(
      Object.entries(models).map(([model, { read, written, input = 0, output }]) => [
        model,
        {
          inputTokens: input,
          outputTokens: output,
          cacheReadInputTokens: read,
          cacheCreationInputTokens: written,
          cacheCreationEphemeral5mInputTokens: written,
          cacheCreationEphemeral1hInputTokens: 0,
          costUSD: cost,
        },
      ]),
    );
    this.rows.push({ type: "cost-state", sessionId: "s1", totalCostUSD: cost, modelUsage });
  }
}

export const call = (id: string, name: string, input: Json = {}): Json => ({ type: "tool_use", id, name, input });
export const result = (id: string, said: string): Json => ({
  tool_use_id: id,
  type: "tool_result",
  content: said,
  is_error: false,
});
export const inReminder = (said: string): Json => text(reminder(said));
