// Fetches libraries of other products that tests/long/differential compares with Winnow and that are too large for a
// development dependency: `node scripts/fetch-peers.mjs`. It fetches only the archive (4.6 MB) without its 180 dependencies
// (174 MB), because the tests bundle the single file that they need. The result is inside node_modules.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fromRoot, root, runNpm } from "./setup-steps.mjs";

const PEERS = [
  {
    folder: "pi-coding-agent-0.73.1",
    spec: "@mariozechner/pi-coding-agent@0.73.1",
    archive: "mariozechner-pi-coding-agent-0.73.1.tgz",
    sha512: "gXQh3SaZmWTfVMc4Ao5+LGbVeKvzyO7tolok0nLsZgq9nGjZx/EEU3NM8C+qUnB4Nvs2rswG5qOVgLzQkq0fHQ==",
  },
];

process.chdir(root);
const peers = fromRoot("node_modules/.peers");

async function fetchPeer({ folder, spec, archive, sha512 }) {
  const target = path.join(peers, folder);
  if (fs.existsSync(target)) return;
  const work = path.join(peers, `fetching-${process.pid}`);
  fs.mkdirSync(work, { recursive: true });
  const code = await runNpm(["pack", spec, "--silent", "--pack-destination", work]);
  if (code !== 0) throw new Error(`npm could not fetch ${spec}`);
  const bytes = fs.readFileSync(path.join(work, archive));
  if (createHash("sha512").update(bytes).digest("base64") !== sha512) throw new Error(`${spec} has another checksum`);
  execFileSync("tar", ["-xzf", archive], { cwd: work });
  fs.rmSync(path.join(work, archive));
  fs.renameSync(work, target);
  console.log(`[winnow] ${spec} is in ${path.relative(root, target)}`);
}

for (const peer of PEERS) await fetchPeer(peer);
