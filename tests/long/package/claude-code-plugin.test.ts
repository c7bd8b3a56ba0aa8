import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { generateExample } from "@/lib/example/generate-example";
import { builtCommand, run } from "../../support/built-command";

const PLUGIN = path.resolve("plugins/claude-code");
const { folder } = builtCommand();
const json = (file: string) => JSON.parse(fs.readFileSync(path.join(PLUGIN, file), "utf8"));

describe("the plugin's folder", () => {
  const files = (fs.readdirSync(PLUGIN, { recursive: true }) as string[]).filter((file) =>
    fs.statSync(path.join(PLUGIN, file)).isFile(),
  );

  test("the marketplace leads to it, and it has the package's version", () => {
    const { plugins } = JSON.parse(fs.readFileSync(".claude-plugin/marketplace.json", "utf8"));
    expect(plugins.map(({ source }: { source: string }) => path.resolve(source))).toEqual([PLUGIN]);
    const manifest = json(".claude-plugin/plugin.json");
    expect(manifest.name).toBe(plugins[0].name);
    expect(manifest.version).toBe(JSON.parse(fs.readFileSync("package.json", "utf8")).version);
  });

  test("every option is off by default, and says what it does", () => {
    const options = Object.values(json(".claude-plugin/plugin.json").userConfig as Record<string, object>);
    expect(options.length).toBeGreaterThan(0);
    for (const option of options) {
      const { title, description, ...rest } = option as { title: string; description: string };
      expect([title, description].every((text) => text.length > 10)).toBe(true);
      expect([
        { type: "boolean", default: false },
        { type: "number", default: 0, min: 0 },
      ]).toContainEqual(rest);
    }
  });

  test("hooks call node with a time limit, and nothing calls npx", () => {
    const events = json("hooks/hooks.json").hooks as Record<string, { hooks: { timeout: number; args: string[] }[] }[]>;
    expect(Object.keys(events)).toEqual(["PostCompact", "SessionStart", "Stop"]);
    for (const hook of Object.values(events).flatMap((groups) => groups.flatMap(({ hooks }) => hooks))) {
      expect(hook).toMatchObject({ type: "command", command: "node" });
      expect(hook.timeout).toBeLessThanOrEqual(15);
      const [script = ""] = hook.args;
      expect(fs.existsSync(script.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}/, PLUGIN))).toBe(true);
    }
    for (const file of files) expect(fs.readFileSync(path.join(PLUGIN, file), "utf8"), file).not.toContain("npx");
  });

  test("commands and skills begin with their description", () => {
    const texts = files.filter((file) => file.endsWith(".md") && file !== "README.md");
    const commands = ["advise", "receipt", "restore", "show"].map((name) => `commands/${name}.md`);
    expect(texts.map((file) => file.replaceAll("\\", "/")).sort()).toEqual([
      ...commands,
      "skills/context-cost/SKILL.md",
    ]);
    for (const file of texts)
      expect(fs.readFileSync(path.join(PLUGIN, file), "utf8"), file).toMatch(
        /^---\n(?:.+\n)*description: .{20,}\n(?:.+\n)*---\n/,
      );
  });
});

describe("the hooks", () => {
  const rows = generateExample(7).trimEnd().split("\n");
  const isBoundary = (row: string) => row.includes('"subtype":"compact_boundary"');
  const boundary = rows.findIndex(isBoundary);
  const summary = JSON.parse(rows[boundary + 1] ?? "{}").message.content as string;
  const session = "00fb8673-8b42-4c83-9484-f3e32248c1e8";
  const transcript = (name: string, kept: readonly string[]) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, `${kept.join("\n")}\n`);
    return file;
  };
  const lagging = () => transcript("lagging.jsonl", rows.slice(0, boundary));
  const complete = () => transcript("complete.jsonl", rows.slice(0, boundary + 2));

  const hook = (event: object | string, options: Readonly<Record<string, string>> = {}) =>
    run(
      process.execPath,
      [path.join(PLUGIN, "run.mjs"), "hook"],
      folder,
      typeof event === "string" ? event : JSON.stringify(event),
      { WINNOW_PACKAGE: path.join(folder, "package"), ...options },
    );
  const REMIND = { CLAUDE_PLUGIN_OPTION_REMIND: "true" };
  const REPORT = { CLAUDE_PLUGIN_OPTION_REPORT: "true" };
  /** Events as Claude Code sends them. */
  const started = (transcript_path: string, source = "compact") => ({
    session_id: session,
    transcript_path,
    cwd: "/home/mira/code/parcel-tracking",
    hook_event_name: "SessionStart",
    source,
    model: "claude-opus-4-6",
  });
  const compacted = (transcript_path: string) => ({
    session_id: session,
    transcript_path,
    cwd: "/home/mira/code/parcel-tracking",
    hook_event_name: "PostCompact",
    trigger: "auto",
    compact_summary: summary,
  });

  test("do nothing until an option is switched on", async () => {
    for (const options of [{}, { CLAUDE_PLUGIN_OPTION_REMIND: "false" }])
      expect(await hook(started(complete()), options)).toEqual({ code: 0, out: "", err: "" });
    expect(fs.existsSync(path.join(folder, "data/hooks"))).toBe(false);
  });

  test("a log with the compaction: a reminder of what was lost, within the client's limit", async () => {
    const { code, out, err } = await hook(started(complete()), REMIND);
    expect([code, err]).toEqual([0, ""]);
    const { hookSpecificOutput, systemMessage } = JSON.parse(out);
    expect(systemMessage).toBeUndefined();
    expect(hookSpecificOutput.hookEventName).toBe("SessionStart");
    const added = hookSpecificOutput.additionalContext as string;
    expect(added.length).toBeGreaterThan(500);
    expect(added.length).toBeLessThan(10_000);
    expect(added).toContain("Files and folders:");
    // Each fact was there, and the summary does not mention it.
    const before = rows.slice(0, boundary).join("\n");
    const names = [...added.matchAll(/^- (\S+?)(?::|$)/gm)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(10);
    const paths = names.filter((name) => name.includes("/"));
    for (const name of paths) {
      expect(before).toContain(name);
      expect(summary).not.toContain(name);
    }
  });

  test("as Claude Code does it: the start comes first, without a summary, and the log lags behind", async () => {
    const file = lagging();
    const { out } = await hook(started(file), REMIND);
    const reminder = JSON.parse(out).hookSpecificOutput.additionalContext as string;
    expect(reminder).toContain("the summary may lack some of it");
    expect(reminder).toContain("Files and folders:");
    expect(reminder.length).toBeLessThan(10_000);
    // This compaction's summary comes later, and is not mistaken for the next one's.
    expect(await hook(compacted(file), REMIND)).toEqual({ code: 0, out: "", err: "" });
    const [kept = ""] = fs.readdirSync(path.join(folder, "data/hooks"));
    const long = new Date(Date.now() - 120_000);
    fs.utimesSync(path.join(folder, "data/hooks", kept), long, long);
    expect((await hook(started(file), REMIND)).out).toBe(out);
    expect(fs.readdirSync(path.join(folder, "data/hooks"))).toEqual([]);
  });

  test("in the other order, the summary is used once", async () => {
    const file = lagging();
    await hook(compacted(file), REMIND);
    const { out } = await hook(started(file), REMIND);
    expect(JSON.parse(out).hookSpecificOutput.additionalContext).toContain("is no longer in the context");
    expect(fs.readdirSync(path.join(folder, "data/hooks"))).toEqual([]);
  });

  test("a report for the user comes with the summary, in words", async () => {
    const { out } = await hook(compacted(lagging()), REPORT);
    expect(out).toMatch(
      /^Winnow: the compaction took \d+ of \d+ parts; \d+ facts are no longer shown \(kept: paths \d+ of \d+/,
    );
    expect((await hook(started(lagging()), REPORT)).out).toBe("");
  });

  test("other starts, broken input and missing files: no output, and success", async () => {
    const silent = { code: 0, out: "", err: "" };
    const inputs = [
      started(complete(), "startup"),
      started(path.join(folder, "none.jsonl")),
      started(transcript("empty.jsonl", [""])),
      started(transcript("noise.jsonl", ["{", "\u0000\u0001"])),
      { ...compacted(complete()), session_id: "../../escape" },
      { ...started(complete()), hook_event_name: "Stop" },
      "broken",
      "",
    ];
    for (const input of inputs)
      expect(await hook(input, { ...REMIND, ...REPORT }), JSON.stringify(input)).toEqual(silent);
    expect(
      await hook(started(complete()), { ...REMIND, WINNOW_PACKAGE: path.join(folder, "nowhere"), PATH: "" }),
    ).toEqual(silent);
  });

  test("of a long log only the end is read, in bounded time", async () => {
    const before = rows.slice(0, boundary);
    const many = Array.from({ length: 25 }, () => before).flat();
    const file = transcript("long.jsonl", [...many, ...rows.slice(boundary, boundary + 2)]);
    expect(fs.statSync(file).size).toBeGreaterThan(30e6);
    const startedAt = performance.now();
    const { out } = await hook(started(file), REMIND);
    console.error(
      `a hook over ${Math.round(fs.statSync(file).size / 1e6)} MB: ${Math.round(performance.now() - startedAt)} ms`,
    );
    expect(out === "" || JSON.parse(out).hookSpecificOutput.additionalContext.length < 10_000).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
