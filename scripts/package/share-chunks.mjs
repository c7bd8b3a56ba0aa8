// Lets chunks of the server that hold the same modules share one file.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Shorter chunks save less than the reading of two files costs. */
const WORTH = 4_096;
const MAP_LINE = /\n\/\/# sourceMappingURL=.*\s*$/;

/**
 * Turbopack names a chunk by the route that it was made for, so that routes with the same dependencies get copies of the same
 * text under different names. Of equal chunks below the folder the first stays; each other one becomes a line that requires
 * it, because a chunk is nothing but a list of modules that it exports. Returns the bytes that were saved.
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
