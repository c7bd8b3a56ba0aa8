import { mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { chainOf, PrefixCache } from "./model-server/prefix-cache";
import { tasksOf } from "./model-server/tasks";
import { callOf } from "./model-server/tool-calls";
import { emptyEnvironment, openFolder, problemOf } from "./sandbox";

describe("clients are run nowhere but in a folder of their own", () => {
  test("a real home, what holds it, settings, and folders of others are refused", () => {
    const home = homedir();
    for (const folder of [home, path.dirname(home), path.parse(home).root])
      expect(problemOf(folder, home)).toContain("home");
    expect(problemOf(path.join(home, ".claude"), home)).toContain("settings");
    const other = mkdtempSync(path.join(tmpdir(), "winnow-other-"));
    writeFileSync(path.join(other, "mine.txt"), "");
    expect(() => openFolder(other)).toThrow("not made by this command");
    const own = openFolder(path.join(other, "clients"));
    expect(openFolder(own)).toBe(own);
  });

  test("no key and no setting of this user reaches a client", () => {
    process.env.ANTHROPIC_API_KEY = "real";
    const env = emptyEnvironment("/made/home");
    delete process.env.ANTHROPIC_API_KEY;
    expect(Object.values(env)).not.toContain("real");
    expect(env.HOME).toBe("/made/home");
    expect(Object.keys(env).filter((name) => !/^(PATH|HOME|USERPROFILE|LANG|NO_COLOR|XDG_)/.test(name))).toEqual([]);
  });
});

describe("the scripted model", () => {
  test("draws the same session from the same seed, and another from another", () => {
    expect(tasksOf(7)).toEqual(tasksOf(7));
    expect(tasksOf(7).drawn).not.toEqual(tasksOf(8).drawn);
    expect(tasksOf(7).main).toEqual(tasksOf(8).main);
  });

  test("reads what it was sent before: by marks, or by the longest common prefix", () => {
    const words = (text: string) => text.split(" ").length;
    const long = { kind: "user", text: "word ".repeat(1_499).trim(), isMarked: true };
    const more = { kind: "user", text: "and more", isMarked: true };
    for (const [wire, read] of [
      ["anthropic", 1_499],
      ["chat", 1_408],
    ] as const) {
      const cache = new PrefixCache();
      expect(cache.use(wire, "m", chainOf([long], words)).read).toBe(0);
      expect(cache.use(wire, "m", chainOf([long, more], words)).read).toBe(read);
      expect(cache.use(wire, "other", chainOf([long, more], words)).read).toBe(0);
    }
  });

  test("calls the tools that a client has, as their schemas want it", () => {
    const tool = (name: string, properties: object, required: string[] = []) => ({
      name,
      description: "",
      schema: { type: "object", properties, required },
      isFree: false,
    });
    const shell = tool("exec_command", { cmd: { type: "string" }, timeout: { type: "number", minimum: 5 } }, [
      "cmd",
      "timeout",
    ]);
    expect(callOf({ do: "shell", command: "ls" }, [shell], "/p")).toEqual({
      name: "exec_command",
      input: { cmd: "ls", timeout: 5 },
    });
    expect(callOf({ do: "read", file: "a.txt" }, [shell], "/p")?.input).toMatchObject({ cmd: "cat a.txt" });
    const read = tool("read_file", { absolute_path: { type: "string" } });
    expect(callOf({ do: "read", file: "a.txt" }, [shell, read], "/p")?.input).toEqual({
      absolute_path: path.join("/p", "a.txt"),
    });
    expect(callOf({ do: "read", file: "a.txt" }, [], "/p")).toBeNull();
  });
});
