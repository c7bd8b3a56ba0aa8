import fs from "node:fs";
import path from "node:path";
import { COMPONENTS_NEVER_IMPORT, IMPORT_RULES, PACKAGE_RULES, ROOM_ORDERS } from "./import-rules";

const SPECIFIER =
  /(?:import|export)\s[^'"`;]*?from\s*["']([^"']+)["']|import\s*\(\s*["']([^"']+)["']\s*\)|^\s*import\s+["']([^"']+)["']/gm;

export type SourceFile = { readonly file: string; readonly imports: readonly string[] };

/** Reads the imports of a TypeScript source. Ours become paths from the root; packages keep their name. */
export function readImports(file: string, source: string): SourceFile {
  const code = source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/`(?:\\.|[^`\\])*`/g, "``"); // text that looks like code is not an import
  const specifiers = [...code.matchAll(SPECIFIER)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
  return { file, imports: specifiers.map((specifier) => resolve(file, specifier)) };
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return specifier;
}

const isInside = (target: string, folder: string) => target === folder || target.startsWith(`${folder}/`);
const isOurs = (target: string) => /^(app|components|lib|package|prisma|tests|bench|scripts)(\/|$)/.test(target);

/** Sentences, one per forbidden import. */
export function findViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ file, imports }) => imports.flatMap((target) => judge(file, target)));
}

function judge(file: string, target: string): string[] {
  return isOurs(target) ? judgeOurs(file, target) : judgePackage(file, target);
}

function judgeOurs(file: string, target: string): string[] {
  if (isInside(target, "tests")) return [`${file} imports ${target}: nothing imports tests`];
  if (isInside(file, "components") && isInside(target, COMPONENTS_NEVER_IMPORT.folder)) {
    return [`${file} imports ${target}: ${COMPONENTS_NEVER_IMPORT.because}`];
  }
  const rule = IMPORT_RULES.find((candidate) => isInside(file, candidate.folder));
  if (!rule) return file.includes("/") ? [`${file}: its folder has no row in the import table`] : [];
  const isAllowed = isInside(target, rule.folder) || rule.mayImport.some((folder) => isInside(target, folder));
  return isAllowed ? judgeRooms(file, target) : [`${file} imports ${target}: ${rule.because}`];
}

/** Within a folder that has rooms, imports only go to lower rooms. */
function judgeRooms(file: string, target: string): string[] {
  const order = ROOM_ORDERS.find(({ folder }) => isInside(file, folder) && isInside(target, folder));
  if (!order) return [];
  const roomOf = (path: string) => {
    const [room = ".", ...rest] = path.slice(order.folder.length + 1).split("/");
    return rest.length > 0 || order.rooms.includes(room) ? room : ".";
  };
  const [from, to] = [roomOf(file), roomOf(target)];
  if (!order.rooms.includes(from)) return [`${file}: its room has no place in the order of ${order.folder}`];
  const isDown = order.rooms.indexOf(to) <= order.rooms.indexOf(from);
  return isDown ? [] : [`${file} imports ${target}: ${to} stands above ${from}`];
}

function judgePackage(file: string, target: string): string[] {
  return PACKAGE_RULES.filter(
    ({ pattern, only }) => pattern.test(target) && !only.some((folder) => isInside(file, folder)),
  ).map(({ because }) => `${file} imports ${target}: ${because}`);
}

/** Import cycles between files, each as a path of file names. Imports of types count. */
export function findCycles(files: readonly SourceFile[]): string[] {
  const names = new Set(files.map(({ file }) => strip(file)));
  const nodeOf = (target: string) => (names.has(`${strip(target)}/index`) ? `${strip(target)}/index` : strip(target));
  return cyclesOf(new Map(files.map(({ file, imports }) => [strip(file), imports.filter(isOurs).map(nodeOf)])));
}

/** Import cycles between the folders of the table. */
export function findFolderCycles(files: readonly SourceFile[]): string[] {
  const folderOf = (path: string) => IMPORT_RULES.find(({ folder }) => isInside(path, folder))?.folder;
  const graph = new Map<string, Set<string>>();
  for (const { file, imports } of files) {
    const from = folderOf(file);
    if (!from) continue;
    const to = imports.flatMap((target) => folderOf(target) ?? []).filter((folder) => folder !== from);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...to]));
  }
  return cyclesOf(graph);
}

function cyclesOf(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, trail: readonly string[]) => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(" → "));
    else if (!done.has(node)) {
      for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
      done.add(node);
    }
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

const strip = (file: string) => file.replace(/\.(tsx?|mjs)$|\/$/, "");

/** All sources that the rules apply to. */
export function readSources(root: string): SourceFile[] {
  const walk = (folder: string): string[] =>
    fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === "generated" ? [] : walk(name);
      return /\.tsx?$/.test(entry.name) ? [name] : [];
    });
  return ["lib", "package", "components", "app"]
    .flatMap(walk)
    .map((file) => readImports(file, fs.readFileSync(path.join(root, file), "utf8")));
}

/**
 * Files of lib that no page, route, command, worker or package entry imports, directly or not: only tests or benchmarks
 * use them.
 */
export function findUnused(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const imports = new Map(files.map((file) => [strip(file.file), file.imports.filter(isOurs).map(strip)]));
  const seen = new Set<string>();
  const waiting = [
    ...entries.map(strip),
    ...files.map(({ file }) => strip(file)).filter((file) => !isInside(file, "lib")),
  ];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const file = imports.has(node) ? node : `${node}/index`;
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...(imports.get(file) ?? []));
  }
  return files.map(({ file }) => file).filter((file) => !seen.has(strip(file)));
}
