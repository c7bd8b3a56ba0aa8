import { type Entity, entityOf } from "./entity";

/** Longer words are data (base64, minified code), not names. */
const LONGEST_NAME = 240;

/** Endings that make a bare word a file name. */
const FILE_ENDINGS = new Set(
  (
    "ts tsx js jsx mjs cjs py pyi ipynb rb go rs java kt kts swift c h cc cpp hpp cs php scala clj ex exs erl hs lua pl r sql " +
    "sh bash zsh ps1 bat md mdx rst txt adoc json jsonl json5 yaml yml toml ini cfg conf env lock xml html htm css scss less svg " +
    "png jpg jpeg gif webp pdf csv tsv parquet log vue svelte astro proto graphql prisma tf gradle cmake diff patch zip gz tar"
  ).split(" "),
);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBER = /^v?\d+(?:\.\d+)+(?:-[\w.]+)?$|^\d{3,}$/;
const HEX = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/i;
const NAME = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*$/;
const HUMP = /[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]/;
const JOINED = /[A-Za-z_$][\w$]+(?:\.|::|->)[A-Za-z_$][\w$]+/;
/** `src/a.ts:12:5`, `src/a.ts#L12`: the place in the file is not its name. */
const PLACE = /(?::\d+(?:[:-]\d+)*|#L\d+(?:-L?\d+)?)$/;

/** One run of name characters → what it names, or null. `roots`: project folders that are cut from the front of paths. */
export function classifyWord(word: string, roots: readonly string[] = []): Entity | null {
  const name = word.replace(PLACE, "").replace(/[.:,-]+$/, "");
  if (name.length < 3 || name.length > LONGEST_NAME) return null;
  if (isPath(name)) return pathEntity(name, roots);
  if (UUID.test(name) || NUMBER.test(name) || HEX.test(name)) return entityOf("number", name.toLowerCase(), name);
  return isSymbol(name) ? entityOf("symbol", name) : null;
}

/** Repo-relative where a root is known, with `/` on every system. */
export function pathEntity(path: string, roots: readonly string[] = []): Entity {
  const slashed = path.replaceAll("\\", "/").replace(/\/{2,}/g, "/");
  const root = roots.find((candidate) => slashed.startsWith(`${candidate}/`));
  const relative = root ? slashed.slice(root.length + 1) : slashed;
  return entityOf("path", relative.replace(/^(?:\.\/)+/, "").replace(/\/$/, ""), path);
}

function isPath(name: string): boolean {
  if (/[+%]/.test(name) || !/[A-Za-z]/.test(name)) return false;
  const segments = name.split(/[/\\]/);
  const last = segments.at(-1) ?? "";
  const ending = /\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(last)?.[1];
  if (segments.length === 1) return ending !== undefined && FILE_ENDINGS.has(ending.toLowerCase());
  if (ending !== undefined) return true;
  return /^(?:\/|~\/|\.{1,2}\/|[A-Za-z]:\\)/.test(name) ? name.length > 4 : segments.length > 2 && last !== "";
}

const isSymbol = (name: string): boolean =>
  name.length >= 5 && NAME.test(name) && (HUMP.test(name) || JOINED.test(name));
