// Lets server chunks with the same modules share one file.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Smaller chunks save less than reading two files costs. */
const WORTH = 4_096;
const MAP_LINE = /\n\/\/# sourceMappingURL=.*\s*$/;

/**
 * Turbopack names a chunk by its route, so routes with the same dependencies get copies of the same text
 * under different names. Of equal chunks below the folder, the first stays; each of the others becomes a
 * line that requires it, because a chunk only exports a list of modules. Returns the saved bytes.
 */
export function shareChunks(folder) {
  const first = new Map();
  let saved = 0;
  for (const file of chunksIn(folder)) {
    const text = fs.readFileSync(file, "utf8").replace(MAP_LINE, "");
    if (text.length < WORTH || !text.startsWith("module.exports=[")) continue;
    const digest = createHash("sha256").update(text).digest("hex");
    const kept = first.get(digest);
    if (kept === undefined) {
      first.set(digest, file);
      continue;
    }
    const place = path.relative(path.dirname(file), kept).split(path.sep).join("/");
    const line = `module.exports=require(${JSON.stringify(place.startsWith(".") ? place : `./${place}`)});\n`;
    saved += fs.statSync(file).size - line.length;
    fs.writeFileSync(file, line);
  }
  return saved;
}

const chunksIn = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
