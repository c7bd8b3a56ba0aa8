import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# pairs\nReads `key: value` lines and writes them again. `node test.js` runs the tests.\n",
  "package.json": '{ "name": "pairs", "version": "0.0.1", "private": true, "type": "commonjs" }\n',
  "src/parse.js": `// Splits each line at its first colon.
function parse(text) {
  const pairs = new Map();
  for (const line of text.split('\\n')) {
    const at = line.indexOf(':');
    pairs.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
  }
  return pairs;
}
module.exports = { parse };
`,
  "src/format.js": `function formatPair(key, value) {
  return key + ':' + value;
}
function format(pairs) {
  return [...pairs].map(([k, v]) => formatPair(k, v)).join('\\n');
}
module.exports = { format };
`,
  "test.js": `const { parse } = require('./src/parse.js');
const { format } = require('./src/format.js');
const pairs = parse('a: 1\\nb: 2');
if (pairs.get('a') !== '1') throw new Error('a is ' + pairs.get('a'));
console.log('ok', format(pairs));
`,
};

/** An MCP server with one tool, in as few lines as its protocol allows. */
const OWN_TOOLS = `import { createInterface } from "node:readline";
const say = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
const tool = { name: "echo_back", description: "Says a text again.", inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } };
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === "initialize") say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "own", version: "1" } });
  else if (method === "tools/list") say(id, { tools: [tool] });
  else if (method === "tools/call") say(id, { content: [{ type: "text", text: "You said " + params.arguments.text }], isError: params.arguments.text === "fail" });
  else say(id, {});
});
`;

/** 64 × 64 pixels of one colour. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsItjRCMaywi+hcEKLNXzWgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQELgv/q4FLyDX8mgAAAABJRU5ErkJggg==";

const COLOURS = ["red", "green", "blue", "grey"];
const ROWS = 1_200;

const row = (n: number): string =>
  `row ${n}: item-${(n * 7919) % 10_007} has weight ${(n * 31) % 997} grams and colour ${COLOURS[n % 4]} in shelf ${n % 37}\n`;

/** Creates a small git project of our own, for a client to work on. */
export function makeProject(folder: string): void {
  mkdirSync(path.join(folder, "src"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, "data.txt"), Array.from({ length: ROWS }, (_, at) => row(at + 1)).join(""));
  writeFileSync(path.join(folder, "own-tools.mjs"), OWN_TOOLS);
  writeFileSync(path.join(folder, "shot.png"), Buffer.from(PICTURE, "base64"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], { cwd: folder });
  git("init", "-q", ".");
  git("add", "-A");
  git("commit", "-qm", "first");
}
