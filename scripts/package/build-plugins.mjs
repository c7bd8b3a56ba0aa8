// Builds the package's plugins: node scripts/package/build-plugins.mjs <folder>
import fs from "node:fs";
import path from "node:path";
import { fromRoot, root } from "../setup-steps.mjs";
import { buildCommand } from "./build-command.mjs";
import { buildEntries } from "./build-entries.mjs";
import { manifest } from "./manifest.mjs";

const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: node scripts/package/build-plugins.mjs <folder>");
const folder = path.resolve(target);
fs.rmSync(folder, { recursive: true, force: true });
const vocabularies = "lib/tokenizers/vocabularies";
fs.cpSync(fromRoot(vocabularies), path.join(folder, "server", vocabularies), { recursive: true });
await buildEntries(folder);
await buildCommand(folder);
for (const name of [".claude-plugin", "plugins"])
  fs.cpSync(fromRoot(name), path.join(folder, name), { recursive: true });
fs.cpSync(fromRoot("node_modules/zod"), path.join(folder, "node_modules/zod"), { recursive: true });
fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest(root), null, 2));
