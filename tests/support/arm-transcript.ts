type Wanted = {
  readonly id: string;
  readonly prompt: string;
  readonly folder: string;
  /** `2026-02-01`. */
  readonly day: string;
  readonly requests: number;
  /** Tokens that each request reads from the cache. */
  readonly read: number;
  /** Tokens that each request writes to the cache. */
  readonly write?: number;
  readonly output?: number;
};

/** A Claude Code session with one prompt and requests of equal usage. */
export function armTranscript({
  id,
  prompt,
  folder,
  day,
  requests,
  read,
  write = 2_000,
  output = 300,
}: Wanted): string {
  const row = (index: number, type: "user" | "assistant", message: object) => ({
    type,
    uuid: `${id}-${index}`,
    parentUuid: index === 0 ? null : `${id}-${index - 1}`,
    sessionId: id,
    cwd: folder,
    version: "2.1.30",
    timestamp: `${day}T10:${String(Math.floor(index / 60)).padStart(2, "0")}:${String(index % 60).padStart(2, "0")}.000Z`,
    message: { role: type, ...message },
  });
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: write,
    cache_read_input_tokens: Math.round(read),
    cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
  };
  const model = "claude-sonnet-4-5-20250929";
  const rows: object[] = [row(0, "user", { content: prompt })];
  for (let turn = 0; turn < requests; turn += 1) {
    const call = { type: "tool_use", id: `t-${id}-${turn}`, name: "Bash", input: { command: `step ${turn}` } };
    const isLast = turn === requests - 1;
    const content = [isLast ? { type: "text", text: "Done." } : call];
    rows.push(
      row(rows.length, "assistant", {
        id: `m-${id}-${turn}`,
        model,
        content,
        usage,
        stop_reason: isLast ? "end_turn" : "tool_use",
      }),
    );
    if (!isLast)
      rows.push(
        row(rows.length, "user", {
          content: [{ type: "tool_result", tool_use_id: call.id, content: `result ${turn}` }],
        }),
      );
  }
  return rows.map((entry) => JSON.stringify(entry)).join("\n");
}
