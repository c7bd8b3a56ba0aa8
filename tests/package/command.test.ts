import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parsePolicy } from "@/package/command/sessions";
import { statusLine } from "@/package/command/statusline";
import { builtCommand } from "../support/built-command";
import { exampleMorning, makeCompactedSession } from "../support/transcripts";
import { BODIES } from "../support/wire-bodies";

const { folder, winnow } = builtCommand();
/** Seven requests with a compaction that removed what was needed later. */
const compacted = makeCompactedSession("cccccccc-0000-4000-8000-000000000001", new Date(Date.UTC(2026, 0, 5)));
const body = JSON.stringify({ model: "gpt-5", temperature: 0.5, ...BODIES["openai-chat"] });

/** The same session with an expired cache before every fifth answer, so that what was read is written again. */
function worse(transcript: string): string {
  const ids: string[] = [];
  return transcript.split("\n").map(changed).join("\n");

  function changed(line: string): string {
    const row = line === "" ? null : JSON.parse(line);
    const usage = row?.message?.usage;
    if (!usage) return line;
    if (!ids.includes(row.message.id)) ids.push(row.message.id); // an answer has a row per block
    if (ids.indexOf(row.message.id) % 5 !== 0) return line;
    const written = usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
    const { cache_creation: _, ...rest } = usage;
    row.message.usage = { ...rest, cache_read_input_tokens: 0, cache_creation_input_tokens: written };
    return JSON.stringify(row);
  }
}

describe("winnow check", () => {
  const file = (name: string, text: string) => {
    const place = path.join(folder, name);
    fs.writeFileSync(place, text);
    return place;
  };

  test("passes an equal run and fails a seeded regression", async () => {
    const good = file("good.jsonl", compacted);
    const bad = file("bad.jsonl", worse(compacted));
    const baseline = path.join(folder, "winnow.json");
    expect((await winnow(["check", good, "--write-baseline", baseline])).code).toBe(0);
    const equal = await winnow(["check", good, "--baseline", baseline]);
    expect([equal.code, equal.out.split("\n")[0]]).toEqual([0, "## Winnow check: passed"]);
    const regressed = await winnow(["check", bad, "--baseline", baseline, "--json"]);
    expect(regressed.code).toBe(1);
    const { ok, lines } = JSON.parse(regressed.out);
    expect(ok).toBe(false);
    const failed = lines.filter((line: { ok: boolean }) => !line.ok).map(({ measure }: { measure: string }) => measure);
    expect(failed).toEqual(["read_share", "cost_per_task"]);
  });

  test("counts a session in two files once", async () => {
    const rows = compacted.split("\n").filter(Boolean);
    const last = JSON.parse(rows.at(-1) ?? "");
    const log = file("told.jsonl", `${rows.join("\n")}\n`);
    const longer = file("longer.jsonl", `${[...rows, JSON.stringify({ ...last, uuid: "another" })].join("\n")}\n`);
    const both = await winnow(["check", log, longer, "--max-peak-fill", "0.99"]);
    expect([both.code, both.out.split("\n")[2]]).toEqual([0, expect.stringMatching(/^1 session, /)]);
    const spent = async (...files: string[]) => JSON.parse((await winnow(["spend", ...files, "--json"])).out).sent;
    const once = await spent(log);
    expect(once).toBeGreaterThan(0);
    expect(await spent(log, longer)).toEqual(once);
  });

  test("a limit fails by itself, and a call without anything to check is refused", async () => {
    const good = file("limit.jsonl", compacted);
    expect((await winnow(["check", good, "--max-peak-fill", "1%"])).code).toBe(1);
    expect((await winnow(["check", good])).code).toBe(2);
    expect((await winnow(["check", good, "--baseline", path.join(folder, "none.json")])).code).toBe(2);
  });
});

describe("winnow check of each session", () => {
  test("names the session and the limit that it exceeds", async () => {
    const place = path.join(folder, "session-limits.jsonl");
    fs.writeFileSync(place, compacted);
    const holds = await winnow(["check", place, "--max-session-cost", "100", "--max-missed-facts", "100000"]);
    expect(holds.code).toBe(0);
    const limits = ["--max-session-cost", "0.01", "--max-missed-facts", "0", "--max-uncalled-server", "0"];
    const over = await winnow(["check", place, ...limits, "--json"]);
    expect(over.code).toBe(1);
    const { ok, exceeded } = JSON.parse(over.out) as { ok: boolean; exceeded: { kind: string; value: number }[] };
    expect(ok).toBe(false);
    expect(exceeded.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["session-cost", "missed-facts"]));
    expect(exceeded.every(({ value }) => value > 0)).toBe(true);
    const told = await winnow(["check", place, "--max-session-cost", "0.01"]);
    expect(told.out).toMatch(/\| cost, USD \| \d[\d.]* \| 0\.01 \|/);
  });
});

describe("winnow compress", () => {
  test("writes a body that is ready to send, and keeps what was put aside and the state", async () => {
    const ran = await winnow(
      ["compress", "-f", "-s", "centagent-externalise", "--outputs", "kept", "--state", "state.json"],
      body,
    );
    expect(ran.code).toBe(0);
    const smaller = JSON.parse(ran.out);
    expect(Object.keys(smaller).sort()).toEqual(["messages", "model", "temperature"]);
    expect(ran.err).toMatch(/^centagent-externalise: applied, [\d,]+ → [\d,]+ tokens/);
    const [kept] = fs.readdirSync(path.join(folder, "kept"));
    expect(ran.out).toContain(String(kept).replace(".txt", ""));
    const again = await winnow(
      ["compress", "-f", "-s", "centagent-externalise", "--outputs", "kept", "--state", "state.json"],
      body,
    );
    expect(again.err).not.toContain("compressed again");
    expect(JSON.parse(again.out)).toEqual(smaller);
  });

  test("--state keeps numbers as they were written, and a damaged file is a sentence", async () => {
    const failed = (id: string) => [
      {
        role: "assistant",
        content: [{ type: "tool_use", id, name: "w", input: { at: "ID", text: "word ".repeat(900) } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, is_error: true, content: "no" }] },
    ];
    const turns = [1, 2, 3, 4, 5, 6].flatMap((turn) => [
      { role: "user", content: `go ${turn}` },
      { role: "assistant", content: "done" },
    ]);
    const messages = [{ role: "user", content: "go" }, ...failed("toolu_1"), ...turns, { role: "user", content: "on" }];
    const sent = JSON.stringify({ model: "claude-sonnet-4-5", messages }).replace('"ID"', "12345678901234567890");
    const args = ["compress", "-f", "-s", "dcp-purge-errors", "--state", "exact.json"];
    for (const _ of [1, 2]) expect((await winnow(args, sent)).out).toContain('"at":12345678901234567890');
    fs.writeFileSync(path.join(folder, "exact.json"), '{"version":1');
    expect(await winnow(args, sent)).toMatchObject({ code: 2, err: expect.stringMatching(/exact\.json is not JSON/) });
  });

  test("--json prints the API's answer", async () => {
    const { out } = await winnow(["compress", "--json"], body);
    const answer = JSON.parse(out);
    expect(answer.winnow.object).toBe("context.compression");
    expect(answer.messages).toHaveLength(BODIES["openai-chat"].messages.length);
  });

  test("leaves OpenAI's include and store in the body", async () => {
    const settings = { model: "gpt-5", store: false, include: ["reasoning.encrypted_content"] };
    const { code, out } = await winnow(["compress"], JSON.stringify({ ...settings, ...BODIES["openai-responses"] }));
    expect([code, JSON.parse(out || "null")]).toMatchObject([0, settings]);
  });

  test("an error is a sentence and a place, not a stack", async () => {
    const refused = await winnow(["compress", "-s", "no-such-strategy"], body);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain("no-such-strategy");
    expect(refused.err).not.toMatch(/\n\s+at /);
    expect((await winnow(["compress"], "not JSON")).err).toContain("the body is not JSON");
  });
});

test("compare prints one line per strategy", async () => {
  const { code, out } = await winnow(["compare", "-f", "-s", "centagent-externalise,manus"], body);
  expect(code).toBe(0);
  expect(out.trimEnd().split("\n")).toHaveLength(3);
});

test("show, replay and their JSON work on a file, without a server", async () => {
  const file = path.join(folder, "session.jsonl");
  fs.writeFileSync(file, exampleMorning(20260310));
  const shown = await winnow(["show", file]);
  expect(shown.code).toBe(0);
  const { session, answer, findings, breaks } = JSON.parse((await winnow(["show", file, "--json"])).out);
  // The example has sub-agents, so positions over all agents differ from numbers within one, as on its page.
  for (const { agent, number, index } of breaks) if (agent === "main") expect(number).toBeLessThanOrEqual(index + 1);
  expect(breaks.some(({ number, index }: { number: number; index: number }) => number !== index + 1)).toBe(true);
  expect([session.format, findings.length > 0]).toEqual(["claude-code", true]);
  expect(shown.out).toContain(answer.sentence);
  const replayed = JSON.parse((await winnow(["replay", file, "winnow@60000", "--json"])).out);
  expect(replayed.replays).toHaveLength(2);
});

describe("help", () => {
  test("lists every command, and each has its own", async () => {
    const { out } = await winnow(["--help"]);
    const commands = [
      "open",
      "worker",
      "import",
      "ls",
      "show",
      "compress",
      "compare",
      "replay",
      "advise",
      "export",
      "check",
      "mcp",
      "statusline",
    ];
    for (const name of commands) expect(out).toMatch(new RegExp(`^  ${name} `, "m"));
    expect((await winnow(["check", "--help"])).out).toContain("--write-baseline");
    expect((await winnow(["--version"])).out).toBe("1.2.3\n");
  });

  test("a worker without a PostgreSQL database explains why it has nothing to do", async () => {
    const { code, err } = await winnow(["worker"]);
    expect([code, err]).toEqual([2, expect.stringContaining("DATABASE_URL is not a PostgreSQL database")]);
  });

  test("a typo is refused and nothing is started", async () => {
    const { code, err } = await winnow(["opn"]);
    expect([code, err]).toEqual([
      2,
      "winnow: there is no command or file called opn; winnow --help lists the commands\n",
    ]);
    expect((await winnow(["show", "no.file"])).code).toBe(2);
  });
});

test("a status line shows what is known and never fails", async () => {
  const text = JSON.stringify({
    model: { display_name: "Opus" },
    context_window: {
      context_window_size: 200_000,
      used_percentage: 41,
      current_usage: { input_tokens: 20, cache_read_input_tokens: 80 },
    },
    cost: { total_cost_usd: 1.234 },
    prompt_cache: { last_miss_cause: { causes: ["tools_changed"] } },
  });
  expect(statusLine(text)).toBe("Opus · ████░░░░░░ 41 % of 200k · cache 80 % read · last miss: tools_changed · $1.23");
  expect([statusLine(""), statusLine("{}"), statusLine("[1]")]).toEqual(["", "", ""]);
  expect((await winnow(["statusline"], "broken")).code).toBe(0);
});

test("a policy is a strategy and when it runs", () => {
  expect(parsePolicy("winnow@60000")).toEqual({ id: "winnow@60000", recipe: "winnow", trigger: { tokens: 60_000 } });
  expect(parsePolicy("manus@80%")).toMatchObject({ recipe: "manus", trigger: { fraction: 0.8 } });
  expect(parsePolicy("keep-all")).toBe("keep-all");
  expect(() => parsePolicy("@60")).toThrow("is not a policy");
});
