import { addressOf } from "@/lib/api/address-of";
import { Problem } from "@/lib/api/problem";
import { readProblem } from "@/lib/api/read-problem";
import type { CallApi, RouteAnswer, RouteCall, UsedRoute } from "@/lib/mcp/call-api";
import { BodyAnswers } from "./body-answers";
import { FileAnswers } from "./file-answers";
import { KeptServer } from "./kept-server";
import { Refusal } from "./output";
import { keyHeaders } from "./server-process";

/** What a stored session may be called; anything else would be another address of the API. */
const STORED_ID = /^[\w-][\w.-]{0,127}$/;

/**
 * The API for a program on this machine: transcript files and sent bodies are answered in process, and what needs the
 * library by the server that has it.
 */
export class LocalApi {
  readonly #files = new FileAnswers();
  readonly #bodies = new BodyAnswers();
  readonly #server = new KeptServer();

  readonly call: CallApi = async <Key extends UsedRoute>(key: Key, call: RouteCall) =>
    (await this.#answer(key, call)) as RouteAnswer<Key>;

  close(): Promise<void> {
    return this.#server.close();
  }

  async #answer(key: UsedRoute, call: RouteCall): Promise<unknown> {
    if (key === "GET /api/strategies") return this.#bodies.strategies();
    if (key.startsWith("GET /api/sessions/{id}")) {
      const answer = await this.#files.answer(key, call);
      if (answer !== null) return answer;
    }
    if (key.startsWith("GET /api/refs/")) {
      const answer = this.#bodies.output(call);
      if (answer !== null) return answer;
    }
    if (key.startsWith("POST /api/compress") && !namesSession(call.body) && (await this.#server.find()) === null)
      return this.#bodies.answer(key, call.body);
    return this.#ask(key, call);
  }

  async #ask(key: UsedRoute, call: RouteCall): Promise<unknown> {
    const { id } = call.path ?? {};
    if (id !== undefined && !STORED_ID.test(id))
      throw new Problem(404, "no-such-session", "there is no session with that id, and no file of that name");
    try {
      return await this.#server.use((address) => fetchJson(`${address}${addressOf(key, call)}`, key, call));
    } catch (error) {
      // A library that cannot be opened is told to the agent in the server's own words.
      if (error instanceof Refusal) throw new Problem(503, "no-library", error.message.slice(0, 2_000));
      throw error;
    }
  }
}

const namesSession = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "session" in body && body.session !== undefined;

async function fetchJson(url: string, key: UsedRoute, { body, signal }: RouteCall): Promise<unknown> {
  const response = await fetch(url, {
    method: key.slice(0, key.indexOf(" ")),
    signal,
    headers: { ...keyHeaders(new URL(url).origin), ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await readProblem(response);
  return response.json();
}
