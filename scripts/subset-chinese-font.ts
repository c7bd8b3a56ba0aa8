/**
 * Makes the Chinese fonts of the interface: the characters of Noto Sans SC in our own Chinese sentences and pages.
 * Transcripts use the system's fonts. Run in a separate folder (the fonts take 90 MB):
 *   npm install @expo-google-fonts/noto-sans-sc@0.4.3 subset-font@2.9.0
 *   node scripts/run-ts.mjs scripts/subset-chinese-font.ts THAT_FOLDER
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { CHINESE_AREAS, chineseOf } from "../lib/wording/zh";

const FOLDER = "components/theme/fonts";
const WEIGHTS = { 400: "400Regular/NotoSansSC_400Regular.ttf", 600: "600SemiBold/NotoSansSC_600SemiBold.ttf" } as const;
type Subset = (font: Buffer, text: string, options: { targetFormat: "woff2" }) => Promise<Buffer>;

const [from = "."] = process.argv.slice(2);
const subset = createRequire(path.resolve(from, "package.json"))("subset-font") as Subset;
const source = path.resolve(from, "node_modules/@expo-google-fonts/noto-sans-sc");
// Latin letters and digits stay in Inter, also next to Chinese.
const page = readFileSync("docs/zh/how-it-works.md", "utf8");
const characters = [...new Set([...Object.values(chineseOf(CHINESE_AREAS)), page].join("中文"))]
  .filter((character) => character > "\u2e7f")
  .sort()
  .join("");

writeFileSync(`${FOLDER}/characters.txt`, `${characters}\n`);
for (const [weight, file] of Object.entries(WEIGHTS)) {
  const font = await subset(readFileSync(path.join(source, file)), characters, { targetFormat: "woff2" });
  writeFileSync(`${FOLDER}/noto-sans-sc-${weight}.woff2`, font);
  console.log(`${weight}: ${[...characters].length} characters, ${font.length} bytes`);
}
