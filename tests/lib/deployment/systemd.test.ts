import fs from "node:fs";
import { describe, expect, test } from "vitest";

const FOLDER = "examples/systemd";

/** `NAME=value` lines of a unit; later lines with the same name add values. */
function settingsOf(file: string): ReadonlyMap<string, readonly string[]> {
  const settings = new Map<string, string[]>();
  for (const [, name = "", value = ""] of fs.readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(/^(\w+)=(.*)$/gm))
    settings.set(name, [...(settings.get(name) ?? []), value]);
  return settings;
}

describe.each(fs.readdirSync(FOLDER))("%s", (file) => {
  const settings = settingsOf(file);

  test("writes only into its state directory, which only its own user can read", () => {
    const [directory] = settings.get("StateDirectory") ?? [];
    expect(settings.get("ProtectSystem")).toEqual(["strict"]);
    expect(settings.get("ReadWritePaths")).toBeUndefined();
    expect(settings.get("Environment")?.join(" ")).toContain(`WINNOW_DATA_DIR=/var/lib/${directory}/`);
    expect([settings.get("StateDirectoryMode"), settings.get("UMask")]).toEqual([["0700"], ["0077"]]);
  });

  test("has no root rights, no home folder, no devices, and limited memory", () => {
    expect(settings.get("User")).toEqual(["winnow"]);
    expect(settings.get("CapabilityBoundingSet")).toEqual([""]);
    for (const name of ["NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictSUIDSGID"])
      expect(settings.get(name), name).toEqual(["true"]);
    expect(settings.get("MemoryMax")?.[0]).toMatch(/^\dG$/);
    expect(settings.get("MemoryDenyWriteExecute")).toBeUndefined(); // just-in-time compiled code could not run
  });
});
