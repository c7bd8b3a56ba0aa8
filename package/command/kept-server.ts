import { findServer, type RunningServer, startServer } from "./server-process";

/** A server that was started for an agent ends when nothing was asked for so long, so that the library is free again. */
const IDLE_MS = 60_000;

/** The server that has the library: the one that runs, or one of our own, which is kept while it is used. */
export class KeptServer {
  #own: Promise<RunningServer> | null = null;
  #users = 0;
  #idle: NodeJS.Timeout | null = null;

  /** The server that runs, without starting one. */
  find(): Promise<string | null> {
    return findServer();
  }

  async use<Value>(work: (address: string) => Promise<Value>): Promise<Value> {
    this.#users += 1;
    if (this.#idle) clearTimeout(this.#idle);
    try {
      return await work(await this.#address());
    } finally {
      this.#users -= 1;
      if (this.#users === 0 && this.#own) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    const own = this.#own;
    this.#own = null;
    if (own) await own.then((server) => server.stop()).catch(() => {});
  }

  async #address(): Promise<string> {
    const found = await findServer();
    if (found !== null) return found;
    await this.close(); // ours, which has died
    this.#own ??= startServer(0);
    try {
      return (await this.#own).address;
    } catch (error) {
      this.#own = null;
      throw error;
    }
  }
}
