// Third-party content of the package with its licences: bundled or copied packages, fonts, vocabularies.
import fs from "node:fs";
import path from "node:path";

export const NOTICES = "THIRD-PARTY-NOTICES.txt";

/** Folders whose code is built into the package. */
const SHIPPED = ["app", "components", "lib", "package"];
/** Packages that no source imports by name: the server's framework, and the pages' runtime. */
const ALWAYS = ["next", "react", "react-dom"];
/** The example session, whose texts quote the imports of a fictional program. */
const MADE_UP = path.join("lib", "example");
/** Licences next to files outside packages: a notice, and the texts that it refers to. */
const BESIDE = [
  { title: "Vocabularies of tokenizers", folder: "lib/tokenizers/vocabularies", files: ["NOTICE"], texts: "licences" },
  { title: "Noto Sans SC", folder: "components/theme/fonts", files: ["LICENSE-noto-sans-sc.txt"] },
];
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;
const RULE = "=".repeat(100);

/** The text of the notices. Packages that npm installs with the package bring their own licences, but are listed too. */
export function thirdPartyNotices(root) {
  const packages = new Set(reachable(root).map((place) => packageNotice(root, place))); // some are in several folders
  const others = BESIDE.map((one) => besideNotice(root, one));
  const head =
    "Winnow holds software, fonts and data of others, under these licences. Made by scripts/package/notices.mjs when the package is built.";
  return `${[head, ...others, ...packages].join(`\n\n${RULE}\n\n`)}\n`;
}

/** Places in node_modules of all packages imported by the shipped sources, and of their dependencies. */
function reachable(root) {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const found = new Set();
  const waiting = [...importedNames(root), ...ALWAYS].map((name) => [name, ""]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const place = placeOf(packages, ...next);
    if (place === null || found.has(place) || !fs.existsSync(path.join(root, place))) continue;
    found.add(place);
    const { dependencies = {}, optionalDependencies = {} } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) waiting.push([name, place]);
  }
  return [...found].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/**
 * Resolves a package as Node does: next to the importing one, or further up. Null for Node's own modules and our own
 * paths.
 */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === "") return null;
  }
}

function importedNames(root) {
  const names = new Set();
  for (const folder of SHIPPED)
    for (const file of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:tsx?|mjs|css)$/.test(file) || path.join(folder, file).startsWith(MADE_UP)) continue;
      const text = fs.readFileSync(path.join(root, folder, file), "utf8");
      for (const [, name] of text.matchAll(/(?:from|import|import\()\s*["']((?:@[\w.-]+\/)?[\w.-]+)[^"']*["']/g))
        names.add(name);
    }
  return names;
}

const nameOf = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

function packageNotice(root, place) {
  const folder = path.join(root, place);
  const { version, license, repository, homepage } = JSON.parse(
    fs.readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  const texts = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => fs.readFileSync(path.join(folder, name), "utf8").trim());
  const where = typeof repository === "string" ? repository : (repository?.url ?? homepage ?? "");
  const text = texts.length > 0 ? texts.join("\n\n") : "The package holds no text of its licence.";
  return `${nameOf(place)} ${version}\nLicence: ${license ?? "see its text"}\n${where}\n\n${text}`;
}

function besideNotice(root, { title, folder, files, texts }) {
  const named = texts ? fs.readdirSync(path.join(root, folder, texts)).map((name) => `${texts}/${name}`) : [];
  const read = (name) => `${name}\n\n${fs.readFileSync(path.join(root, folder, name), "utf8").trim()}`;
  return [title, ...[...files, ...named].map(read)].join("\n\n");
}
