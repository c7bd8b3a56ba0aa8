/**
 * A made-up Claude Code session of this many requests, five seconds apart, whose window fills; the cache breaks at the
 * twentieth.
 */
export function growingSession(requests: number, startedAt: Date): string {
  const common = { sessionId: "live", cwd: "/work", version: "2.1.36", isSidechain: false };
  const rows = Array.from({ length: requests }, (_, at) => {
    const time = (seconds: number) => new Date(startedAt.getTime() + (at * 5 + seconds) * 1000).toISOString();
    const question = at === 0 ? "Grow the live page" : `Go on with step ${at}`;
    return [
      {
        ...{ ...common, type: "user", uuid: `u${at}`, parentUuid: at === 0 ? null : `a${at - 1}`, timestamp: time(0) },
        message: { role: "user", content: `${question}. ${"More words to read. ".repeat(20)}` },
      },
      {
        ...{ ...common, type: "assistant", uuid: `a${at}`, parentUuid: `u${at}`, timestamp: time(3) },
        requestId: `req_${at}`,
        message: answer(at),
      },
    ];
  });
  return `${rows
    .flat()
    .map((row) => JSON.stringify(row))
    .join("\n")}\n`;
}

const STEP = 1_500;

function answer(at: number) {
  const held = 100_000 + at * STEP;
  const read = at === 0 ? 0 : at === 19 ? 20_000 : held;
  const written = held + STEP - read;
  return {
    ...{ id: `msg_${at}`, role: "assistant", type: "message", model: "claude-sonnet-4-5-20250929" },
    content: [{ type: "text", text: `Step ${at} is done. ${"It went as planned. ".repeat(30)}` }],
    usage: {
      input_tokens: 5,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: written },
      output_tokens: 150,
    },
  };
}
