import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { asServer } from "../process/caller-context";
import { onClose } from "../process/closers";
import { log } from "../process/log";
import { isPostgresUrl, readPostgresUrl } from "../process/postgres-url";
import { processState } from "../process/process-state";
import { databaseUrl, directDatabaseUrl } from "../process/settings";

/** Messages between processes on one database. They contain ids only; receivers read the rows for more. */
export type Message = {
  /**
   * `job`: its row changed; `cancel`: a request to stop it; `library`: session rows changed; `gone`: contents (by hash)
   * were deleted; `settings`; `access`: keys, sign-ins or roles changed; `missed`: the connection was lost for a while,
   * so messages may have been lost.
   */
  readonly topic: "job" | "cancel" | "library" | "gone" | "settings" | "access" | "missed";
  readonly ids: readonly string[];
};
/** A message with the name of its sender, which may be this process. */
export type Told = Message & { readonly from: string };
type Listener = (message: Told) => void;

/** True if other processes may share the database: PostgreSQL allows it, the embedded file has one server. */
export const isShared = (): boolean => isPostgresUrl(databaseUrl());

/** The name of this process among those on the database. */
export const processId = (): string => processState("process-id", () => randomUUID());

/** PostgreSQL refuses a message of 8,000 bytes; ids have at most 128. */
const IDS_AT_ONCE = 40;
const RECONNECT_MS = 1_000;

/** Sends to all running processes. Does nothing on the embedded database. */
export async function tell(topic: Message["topic"], ids: readonly string[] = []): Promise<void> {
  if (!isShared()) return;
  const slices = Math.max(1, Math.ceil(ids.length / IDS_AT_ONCE));
  try {
    for (let slice = 0; slice < slices; slice += 1)
      await channel().notify({ topic, ids: ids.slice(slice * IDS_AT_ONCE, (slice + 1) * IDS_AT_ONCE) });
  } catch (error) {
    log().warn({ topic, message: (error as Error).message }, "other processes could not be told");
  }
}

/** Calls the listener with every message, including this process's own. Returns a function that removes it. */
export function whenTold(listener: Listener): () => void {
  if (!isShared()) return () => {};
  return channel().listen(listener);
}

/** This process's long-lived connection: for messages, and for locks that end with the process. */
export const channel = (): Channel => {
  const all = processState("channels", () => new Map<string, Channel>());
  const url = directDatabaseUrl();
  const held = all.get(url) ?? new Channel(url);
  if (!all.has(url)) {
    all.set(url, held);
    onClose(() => {
      all.delete(url);
      return held.close();
    });
  }
  return held;
};

class Channel {
  readonly #name: string;
  readonly #listeners = new Set<Listener>();
  #client: Promise<Client> | null = null;
  #isClosed = false;
  #wasConnected = false;
  /** Called on each new connection, because locks end with the old one. */
  readonly onConnect = new Set<(client: Client) => Promise<unknown>>();

  constructor(readonly url: string) {
    this.#name = `winnow_${readPostgresUrl(url).schema ?? "public"}`;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    void this.client().catch(() => {});
    return () => this.#listeners.delete(listener);
  }

  async notify(message: Message): Promise<void> {
    const client = await this.client();
    await client.query("SELECT pg_notify($1, $2)", [this.#name, JSON.stringify({ ...message, from: processId() })]);
  }

  /** The open connection, reopened if it was lost. */
  client(): Promise<Client> {
    // The connection's messages belong to no request, even if a request caused the reconnection.
    this.#client ??= asServer(() => this.#connect()).catch((error) => {
      this.#client = null;
      this.#later();
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<Client> {
    const { default: pg } = await import("pg"); // only if PostgreSQL is used
    const client = new pg.Client({
      connectionString: this.url,
      application_name: "winnow-channel",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const lost = () => {
      if (this.#isClosed) return;
      this.#client = null;
      this.#later();
    };
    client.on("error", ({ message }) => log().warn({ message }, "the connection to the other processes was lost"));
    client.once("end", lost);
    client.on("notification", ({ payload }) => this.#receive(payload));
    await client.connect();
    await client.query(`LISTEN ${pg.escapeIdentifier(this.#name)}`);
    for (const prepare of this.onConnect) await prepare(client);
    if (this.#wasConnected) this.#pass({ topic: "missed", ids: [], from: processId() });
    this.#wasConnected = true;
    return client;
  }

  #later(): void {
    const isNeeded = this.#listeners.size > 0 || this.onConnect.size > 0;
    if (isNeeded && !this.#isClosed) setTimeout(() => void this.client().catch(() => {}), RECONNECT_MS).unref();
  }

  #receive(payload: string | undefined): void {
    this.#pass(JSON.parse(payload ?? "{}") as Told);
  }

  #pass(message: Told): void {
    for (const listener of this.#listeners) listener(message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    await client?.end().catch(() => {});
  }
}
