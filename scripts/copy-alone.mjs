// Copies all files that git tracks or would track to a place without ../shared, like a fresh clone. The copy uses the
// installed packages and generated database clients of this checkout.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { root } from "./setup-steps.mjs";

const GENERATED = ["prisma/generated", "prisma/postgres"];

export function copyAlone() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-alone-"));
  const checkout = path.join(folder, "checkout");
  for (const file of [...listFiles(), ...GENERATED])
    fs.cpSync(path.join(root, file), path.join(checkout, file), { recursive: true });
  fs.symlinkSync(path.join(root, "node_modules"), path.join(checkout, "node_modules"), "junction");
  return { checkout, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

function listFiles() {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }).split("\0");
  return listed.filter((file) => file !== "" && fs.existsSync(path.join(root, file)));
}
