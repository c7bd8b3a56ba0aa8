import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dataFolder } from "@/package/command/data-folder";
import { browserCommand } from "@/package/command/open";
import { nameInUpload } from "@/package/command/sessions";
import { settingsFile, shellCommand } from "@/package/command/statusline-install";

const none = {} as NodeJS.ProcessEnv;
const variables = (given: Record<string, string>) => ({ ...none, ...given }) as NodeJS.ProcessEnv;
const [LINUX, MAC, WINDOWS] = ["/home/mira", "/Users/mira", "C:\\Users\\mira"];

describe("where files are, on each platform", () => {
  test("data", () => {
    expect(dataFolder(none, "linux", LINUX)).toBe("/home/mira/.local/share/winnow");
    expect(dataFolder(variables({ XDG_DATA_HOME: "/x" }), "linux", LINUX)).toBe("/x/winnow");
    expect(dataFolder(none, "darwin", MAC)).toBe("/Users/mira/Library/Application Support/winnow");
    expect(dataFolder(none, "win32", WINDOWS)).toBe("C:\\Users\\mira\\AppData\\Local\\winnow");
    const elsewhere = variables({ LOCALAPPDATA: "D:\\Local Data", DATABASE_URL: "postgres://x" });
    expect(dataFolder(elsewhere, "win32", WINDOWS)).toBe("D:\\Local Data\\winnow\\postgres");
    expect(dataFolder(variables({ WINNOW_DATA_DIR: "/own" }), "linux", LINUX)).toBe("/own");
    expect(dataFolder(variables({ WINNOW_DATA_DIR: "D:\\own" }), "win32", WINDOWS)).toBe("D:\\own");
  });

  test("Claude Code's settings", () => {
    expect(settingsFile(none, "linux", LINUX)).toBe("/home/mira/.claude/settings.json");
    expect(settingsFile(none, "win32", WINDOWS)).toBe("C:\\Users\\mira\\.claude\\settings.json");
    expect(settingsFile(variables({ CLAUDE_CONFIG_DIR: "/c" }), "darwin", MAC)).toBe("/c/settings.json");
  });
});

describe("what is passed to other programs", () => {
  test("names in an upload have slashes and start at the given folder", () => {
    expect(nameInUpload("/t/run", "/t/run/sub/a.jsonl", "linux")).toBe("run/sub/a.jsonl");
    expect(nameInUpload("C:\\t\\run", "C:\\t\\run\\sub\\a.jsonl", "win32")).toBe("run/sub/a.jsonl");
    expect(nameInUpload("C:\\t\\a.jsonl", "C:\\t\\a.jsonl", "win32")).toBe("a.jsonl");
  });

  test("a status line's command survives spaces, and Claude Code's shell on Windows", () => {
    const words = ["C:\\Program Files\\nodejs\\node.exe", "C:\\w\\bin\\winnow.mjs", "statusline"];
    expect(shellCommand(words, "win32")).toBe('"C:/Program Files/nodejs/node.exe" C:/w/bin/winnow.mjs statusline');
    expect(shellCommand(["/a b/node", "/w/winnow.mjs", "statusline"], "darwin")).toBe(
      '"/a b/node" /w/winnow.mjs statusline',
    );
    const odd = ["echo", 'a"b $HOME `id` \\ c'];
    const { stdout } = spawnSync("sh", ["-c", shellCommand(odd, "linux")], { encoding: "utf8" });
    expect(stdout.trimEnd()).toBe(odd[1]);
  });

  test("the browser", () => {
    const page = "http://127.0.0.1:3000";
    expect(browserCommand(page, "linux")).toEqual(["xdg-open", page]);
    expect(browserCommand(page, "darwin")).toEqual(["open", page]);
    expect(browserCommand(page, "win32")).toEqual(["cmd", "/c", "start", "", page]);
  });
});

describe("the plugin finds the package", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-platforms-"));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** A package whose command prints its location and its arguments. */
  function fakePackage(name: string): string {
    const place = path.join(folder, name);
    fs.mkdirSync(path.join(place, "bin"), { recursive: true });
    const code = `console.log(${JSON.stringify(name)}, ...process.argv.slice(2));`;
    fs.writeFileSync(path.join(place, "bin/winnow.mjs"), code);
    return place;
  }

  /** Runs the plugin's script as on that platform, copied elsewhere as Claude Code does. */
  function find(platform: NodeJS.Platform, env: Record<string, string>, argument = "a.jsonl"): string {
    const copy = path.join(folder, "cache/run.mjs");
    fs.mkdirSync(path.dirname(copy), { recursive: true });
    fs.copyFileSync("plugins/claude-code/run.mjs", copy);
    const pretend = `data:text/javascript,Object.defineProperty(process,"platform",{value:"${platform}"})`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", pretend, copy, "show", argument], {
      encoding: "utf8",
      env: { NODE_ENV: "production", HOME: path.join(folder, "home"), PATH: path.join(folder, "nothing"), ...env },
    });
    return stdout.trim() || stderr.trim();
  }

  test("this session is the newest transcript of the folder, not that of a sub-agent next to it", () => {
    const config = path.join(folder, "config");
    const project = path.join(config, "projects", process.cwd().replace(/[^A-Za-z0-9]/g, "-"));
    fs.mkdirSync(project, { recursive: true });
    for (const [name, at] of [
      ["old.jsonl", 1],
      ["new.jsonl", 2],
      ["agent-1.jsonl", 3],
    ] as const) {
      fs.writeFileSync(path.join(project, name), "");
      fs.utimesSync(path.join(project, name), at, at);
    }
    const env = { WINNOW_PACKAGE: fakePackage("here"), CLAUDE_CONFIG_DIR: config };
    expect(find("linux", env, "--this")).toBe(`here show ${path.join(project, "new.jsonl")}`);
  });

  function noteIn(data: string, place: string): void {
    fs.mkdirSync(data, { recursive: true });
    fs.writeFileSync(path.join(data, "installed.json"), JSON.stringify({ folder: place }));
  }

  test("by its variable, by the note in the platform's data folder, by the path", () => {
    const named = fakePackage("named");
    expect(find("linux", { WINNOW_PACKAGE: named })).toBe("named show a.jsonl");
    const noted = fakePackage("noted");
    noteIn(path.join(folder, "home/.local/share/winnow"), noted);
    noteIn(path.join(folder, "local/winnow"), fakePackage("on-windows"));
    noteIn(path.join(folder, "home/Library/Application Support/winnow"), fakePackage("on-a-mac"));
    expect(find("linux", {})).toBe("noted show a.jsonl");
    expect(find("darwin", {})).toBe("on-a-mac show a.jsonl");
    expect(find("win32", { LOCALAPPDATA: path.join(folder, "local") })).toBe("on-windows show a.jsonl");

    const elsewhere = { HOME: path.join(folder, "empty"), LOCALAPPDATA: path.join(folder, "empty") };
    const real = fakePackage("global/lib/node_modules/winnow-inspector");
    fs.mkdirSync(path.join(folder, "global/bin"));
    fs.symlinkSync(path.join(real, "bin/winnow.mjs"), path.join(folder, "global/bin/winnow"));
    expect(find("linux", { ...elsewhere, PATH: path.join(folder, "global/bin") })).toContain("winnow-inspector show");
    fakePackage("npm/node_modules/winnow-inspector");
    expect(find("win32", { ...elsewhere, PATH: path.join(folder, "npm") })).toContain("npm/node_modules");
    expect(find("linux", elsewhere)).toContain("Winnow is not found");
  });
});
