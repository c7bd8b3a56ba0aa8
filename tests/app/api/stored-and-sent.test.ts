import { beforeAll, describe, expect, test } from "vitest";
import { STRATEGIES } from "@/lib/strategies";
import { apiRoute } from "../../support/api-route";
import { samples } from "../../support/samples";
import { postBytes, postJson, startTestServer } from "../../support/test-server";

const compress = apiRoute("POST /api/compress");
const upload = apiRoute("POST /api/sessions");

/** A conversation imported as a file and the same one sent as a body must give the same result. */

startTestServer();

/** Set in both calls, so that neither the log's own counts nor its cache matter. */
const SAID = {
  format: "openai-chat",
  model: "gpt-4o",
  tokenizer: "o200k",
  context_window: 20_000,
  reserve: 1_000,
  cached_tokens: 0,
  store: false,
  summarizer: "extractive",
};

const step = (at: number) => [
  {
    role: "assistant",
    content: `Now step ${at}: I will use src/part${at % 4}.ts because the root cause is there.`,
    tool_calls: [
      { id: `r${at}`, type: "function", function: { name: "read_file", arguments: `{"path":"src/part${at % 4}.ts"}` } },
      { id: `c${at}`, type: "function", function: { name: "bash", arguments: `{"command":"npm test ${at}"}` } },
    ],
  },
  { role: "tool", tool_call_id: `r${at}`, content: `export const part${at} = ${at};\n`.repeat(60) },
  {
    role: "tool",
    tool_call_id: `c${at}`,
    content: `TypeError: part${at} is not a function\n${"at line 7\n".repeat(80)}`,
  },
  ...(at % 5 === 4
    ? [
        { role: "assistant", content: `Step ${at} is done.` },
        {
          role: "user",
          content:
            at === 19 ? "<system-reminder>Keep the plan short.</system-reminder>" : `Never edit part${at}. Go on.`,
        },
      ]
    : []),
];
const messages = [
  { role: "system", content: "You are a careful engineer." },
  { role: "user", content: "Fix the login in src/part1.ts. You must never touch src/generated.ts." },
  ...Array.from({ length: 20 }, (_, at) => step(at)).flat(),
];

let session = {};
beforeAll(async () => {
  const file = JSON.stringify({
    model: "gpt-4o",
    messages: [...messages, { role: "assistant", content: "All is done." }],
  });
  const { files } = await (await postBytes(upload, file, { "x-file-name": "chat.json" })).json();
  const id = files[0].sessions[0];
  const rows = await (await import("@/lib/server/sessions/sessions")).loadRequestRows(id);
  session = { id, request: rows.at(-1)?.index };
});

async function run(conversation: object, strategy: string, force: boolean) {
  const response = await postJson(compress, "/api/compress", { ...SAID, ...conversation, strategy, force });
  const { messages: left, status, stats, code } = await response.json();
  return { status: status ?? code, messages: left, tokens: stats?.tokens_after, steps: stats?.steps };
}

/** tests/lib/compress/stored-and-sent.test.ts covers all of them without the route. */
const some = STRATEGIES.filter((_, index) => index % 8 === 0);

describe("a stored conversation and the same one sent", () => {
  test.each(samples(some, STRATEGIES).map(({ id }) => id))("give the same result under %s", async (strategy) => {
    for (const force of [true, false])
      expect(await run({ messages }, strategy, force)).toEqual(await run({ session }, strategy, force));
  });
});
