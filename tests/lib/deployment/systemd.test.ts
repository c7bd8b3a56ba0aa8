import fs from "node:fs";
import { describe, expect, test } from "vitest";

const FOLDER = "examples/systemd";

/** `NAME=value` lines of a unit; a later one of the same name adds to it. */
function settingsOf(file: string): ReadonlyMap<string, readonly string[]> {
  const settings = new Map<string, string[]>();
  for (const [, name = "", value = ""] of fs.readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(/^(\w+)=(.*)$/gm))
    settings.set(name, [...(settings.get(name) ?? []), value]);
  return settings;
}

describe.each(fs.readdirSync(FOLDER))("%s", (file) => {
  const settings = settingsOf(file);

  test("writes into its state directory alone, which only its own user may read", () => {
    const [directory] = settings.get("StateDirectory") ?? [];
    expect(settings.get("ProtectSystem")).toEqual(["strict"]);
    expect(settings.get("ReadWritePaths")).toBeUndefined();
    expect(settings.get("Environment")?.join(" ")).toContain(`WINNOW_DATA_DIR=/var/lib/${directory}/`);
    expect([settings.get("StateDirectoryMode"), settings.get("UMask")]).toEqual([["0700"], ["0077"]]);
  });

  test("has no rights of root, no home of a person, no devices, and an end of its memory", () => {
    expect(settings.get("User")).toEqual(["winnow"]);
    expect(settings.get("CapabilityBoundingSet")).toEqual([""]);
    for (const name of ["NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "RestrictSUIDSGID"])
      expect(settings.get(name), name).toEqual(["true"]);
    expect(settings.get("MemoryMax")?.[0]).toMatch(/^\dG$/);
    expect(settings.get("MemoryDenyWriteExecute")).toBeUndefined(); // what is compiled while it runs could not run
  });
});
