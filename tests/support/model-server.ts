import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";

/** The content of an OpenAI-protocol request. */
export type ModelRequestBody = {
  readonly model: string;
  readonly stream: boolean;
  readonly max_tokens?: number;
  readonly tools?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
};
export type ModelBehaviour = (answer: StreamedAnswer, body: ModelRequestBody) => void | Promise<void>;

/** Streams an answer in the format of /chat/completions. */
export class StreamedAnswer {
  /** True once the caller has gone. */
  isClosed = false;
  constructor(private readonly response: ServerResponse) {
    response.on("close", () => {
      this.isClosed = !response.writableFinished;
    });
  }

  fail(status: number, message = "no") {
    this.response.writeHead(status, { "content-type": "application/json" });
    this.response.end(JSON.stringify({ error: { message, type: "test" } }));
  }

  /** A page instead of the API's answer, such as a proxy's. */
  page() {
    this.response.writeHead(200, { "content-type": "text/html" });
    this.response.end("<html>no</html>");
  }

  /** Drops the connection partway through an answer. */
  drop() {
    this.write("## Current");
    setImmediate(() => this.response.destroy());
  }

  redirect(status: number, location: string) {
    this.response.writeHead(status, { location });
    this.response.end();
  }

  write(content: string) {
    this.chunk({ choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] });
  }

  end(finish_reason = "stop") {
    this.chunk({ choices: [{ index: 0, delta: {}, finish_reason }] });
    this.chunk({ choices: [], usage: { prompt_tokens: 1200, completion_tokens: 80, total_tokens: 1280 } });
    this.response.end("data: [DONE]\n\n");
  }

  private chunk(body: object) {
    if (!this.response.headersSent) this.response.writeHead(200, { "content-type": "text/event-stream" });
    this.response.write(
      `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", ...body })}\n\n`,
    );
  }
}

/** A local server for the OpenAI protocol, with behaviour set by each test. */
export function startModelServer() {
  const state = {
    url: "",
    requests: [] as ModelRequestBody[],
    paths: [] as string[],
    answers: [] as StreamedAnswer[],
    behave: ((answer) => answer.fail(500)) as ModelBehaviour,
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ModelRequestBody;
    const answer = new StreamedAnswer(response);
    state.requests.push(body);
    state.paths.push(request.url ?? "");
    state.answers.push(answer);
    await state.behave(answer, body);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}
