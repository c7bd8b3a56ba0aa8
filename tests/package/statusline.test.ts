import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { settingsFile } from "@/package/command/statusline-install";
import { builtCommand } from "../support/built-command";

const { folder, winnow } = builtCommand();

function settings(name: string, text?: string): string {
  const file = path.join(folder, name, "settings.json");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (text !== undefined) fs.writeFileSync(file, text, { mode: 0o644 });
  return file;
}
const read = (file: string) => JSON.parse(fs.readFileSync(file, "utf8"));
const install = (file: string, ...more: string[]) => winnow(["statusline", "--install", "--settings", file, ...more]);
const uninstall = (file: string) => winnow(["statusline", "--uninstall", "--settings", file, "--yes"]);

test("is added to other settings, runs, and can be removed", async () => {
  const before = { model: "opus", statusLine: { type: "command", command: "mine.sh" }, hooks: {} };
  const file = settings("usual", JSON.stringify(before, null, 2));
  const { code, out } = await install(file, "--yes");
  expect([code, out.includes("mine.sh")]).toEqual([0, true]);
  const { statusLine, ...others } = read(file);
  expect(others).toEqual({ model: "opus", hooks: {} });
  expect(statusLine.command).toMatch(/winnow\.mjs"? statusline$/);
  expect(statusLine.command).not.toContain("npx");
  expect(fs.statSync(file).mode & 0o777).toBe(0o644);
  expect((await install(file, "--yes")).out).toContain("installed already");

  expect((await uninstall(file)).code).toBe(0);
  expect(read(file)).toEqual(before);
  expect(fs.readdirSync(path.dirname(file))).toEqual(["settings.json"]);
  expect((await uninstall(file)).out).toContain("nothing was changed");
});

test("installed again from another place, it still gives the previous status line back", async () => {
  const before = { statusLine: { type: "command", command: "mine.sh" } };
  const file = settings("moved", JSON.stringify(before));
  await install(file, "--yes");
  const moved = { type: "command", command: "/old/node /old/bin/winnow.mjs statusline" };
  fs.writeFileSync(file, JSON.stringify({ statusLine: moved }));
  await install(file, "--yes");
  await uninstall(file);
  expect(read(file)).toEqual(before);
});

test("without settings it creates a file, and removing it leaves no status line", async () => {
  const file = settings("new");
  expect((await install(file, "--yes")).code).toBe(0);
  expect(Object.keys(read(file))).toEqual(["statusLine"]);
  await uninstall(file);
  expect(read(file)).toEqual({});
});

test("changes nothing without an answer, and leaves an unreadable file alone", async () => {
  const file = settings("asked", "{}");
  const { code, err } = await install(file);
  expect([code, err.includes("--yes")]).toEqual([2, true]);
  expect(read(file)).toEqual({});
  const broken = settings("broken", "{ // mine\n}");
  expect((await install(broken, "--yes")).code).toBe(1);
  expect(fs.readFileSync(broken, "utf8")).toBe("{ // mine\n}");
});

test("a link stays a link", async () => {
  const file = settings("real", "{}");
  const link = path.join(folder, "link.json");
  fs.symlinkSync(file, link);
  await install(link, "--yes");
  expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
  expect(read(file).statusLine.type).toBe("command");
});

test("the settings are where Claude Code keeps them", () => {
  expect(settingsFile({ CLAUDE_CONFIG_DIR: "/elsewhere" } as never)).toBe(path.join("/elsewhere", "settings.json"));
  expect(settingsFile({} as never)).toMatch(/[\\/]\.claude[\\/]settings\.json$/);
});
