// Run after every change of package-lock.json: `node scripts/fix-lock.mjs`. Adds lock entries for platform packages
// that a registry mirror did not serve (npm/cli#9846), so `npm ci` also works on other systems, asks the registry for
// missing hashes, and removes download URLs, so the lock names no registry host. It also removes optional peers that
// only development needs (Next's Playwright, the Prisma client's CLI), because npm would install them for `npm start`
// too.
import fs from "node:fs";
import { captureNpm } from "./setup-steps.mjs";

const OS = /(android|darwin|win32|linux|freebsd|openbsd|netbsd|openharmony|aix|sunos)/;
const CPU = /(arm64|x64|arm(?!64)|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32)/;
const lock = JSON.parse(fs.readFileSync("package-lock.json", "utf8"));
const { packages } = lock;
let added = 0;

for (const [owner, meta] of Object.entries(packages)) {
  delete meta.resolved;
  for (const [name, version] of Object.entries(meta.optionalDependencies ?? {})) {
    const isExact = /^\d+\.\d+\.\d+/.test(version);
    if (!isExact || packages[`node_modules/${name}`] || packages[`${owner}/node_modules/${name}`]) continue;
    const os = OS.exec(name)?.[1];
    const cpu = CPU.exec(name)?.[1];
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu && { cpu: [cpu] }),
      ...(meta.dev && { dev: true }),
      optional: true,
      ...(os && { os: [os] }),
    };
    added++;
  }
}

/**
 * Packages that the registry now serves get their hash. The others stay without one;
 * tests/architecture/lock.test.ts counts them.
 */
let missing = 0;
for (const [place, meta] of Object.entries(packages)) {
  if (place === "" || meta.link || meta.inBundle || meta.integrity) continue;
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  const { output } = await captureNpm(["view", `${name}@${meta.version}`, "dist.integrity", "--silent"]);
  const integrity = /^sha512-[A-Za-z0-9+/]{86}==$/m.exec(output)?.[0];
  if (integrity) meta.integrity = integrity;
  else missing++;
}

const needed = neededByServer();
for (const place of needed) leaveOutTools(packages[place], place);
for (const [place, meta] of Object.entries(packages)) {
  if (place === "" || needed.has(place)) continue;
  delete meta.devOptional;
  meta.dev = true;
}

/** Removes, from packages that the server needs, the optional peers that only development needs. */
function leaveOutTools(meta, from) {
  for (const name of Object.keys(meta.peerDependencies ?? {})) {
    const place = placeOf(name, from);
    if (place === null || needed.has(place)) continue;
    delete meta.peerDependencies[name];
    delete meta.peerDependenciesMeta[name];
  }
}

/** The places of all packages that `dependencies` lead to, except through optional peers. */
function neededByServer() {
  const found = new Set();
  const waiting = Object.keys(packages[""].dependencies).map((name) => [name, ""]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = placeOf(...next);
    if (place === null || found.has(place)) continue;
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[place];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      waiting.push([name, place]);
  }
  return found;
}

/** Resolves as Node does: next to the package that asks for it, or further up. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return null;
  }
}

const sorted = Object.keys(packages).sort((a, b) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(sorted.map((key) => [key, packages[key]]));
fs.writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} entries added, ${missing} without a hash`);
