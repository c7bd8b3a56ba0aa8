// `npm run package`: writes out/<name>-<version>.tgz, which contains the library, the command and the production server.
// The build stays in out/package until the next run, for inspection.
import fs from "node:fs";
import path from "node:path";
import { captureNpm, fromRoot, root } from "../setup-steps.mjs";
import { buildCommand } from "./build-command.mjs";
import { buildEntries, buildTypes } from "./build-entries.mjs";
import { manifest } from "./manifest.mjs";
import { NOTICES, thirdPartyNotices } from "./notices.mjs";
import { packServer } from "./pack-server.mjs";

/** The folder of the ordinary build, which `npm start` uses too. It exists when this script runs. */
const DIST = ".next";

export async function buildPackage() {
  const out = fromRoot("out");
  const folder = path.join(out, "package");
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  packServer({ root, dist: fromRoot(DIST), target: path.join(folder, "server") });
  await buildEntries(folder);
  await buildTypes(folder);
  await buildCommand(folder);
  fs.writeFileSync(path.join(folder, "package.json"), `${JSON.stringify(manifest(root), null, 2)}\n`);
  for (const name of [".claude-plugin", "plugins"])
    fs.cpSync(fromRoot(name), path.join(folder, name), { recursive: true });
  fs.writeFileSync(path.join(folder, NOTICES), thirdPartyNotices(root));
  for (const file of ["LICENSE", "README.md"]) fs.copyFileSync(fromRoot(file), path.join(folder, file));
  const { code: packed, output } = await captureNpm(["pack", folder, "--pack-destination", out, "--json"]);
  if (packed !== 0) throw new Error(`npm pack ended with ${packed}`);
  const [{ filename, size, unpackedSize }] = JSON.parse(output);
  return `${path.join("out", filename)}: ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`;
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
