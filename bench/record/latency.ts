/**
 * What `winnow record` adds to the time to the first byte, and how its memory grows: requests of 1 MB to a server on
 * this machine, in turn directly and through the recorder, which runs in a separate process and writes to a disk.
 *
 *     node scripts/run-ts.mjs bench/record/latency.ts [requests]
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { printTable } from "@/bench/accuracy/print-table";

const REQUESTS = Number(process.argv[2] ?? 1_000);
const folder = mkdtempSync(path.join(os.tmpdir(), "winnow-latency-"));
const { buildCommand } = (await import(path.resolve("scripts/package/build-command.mjs"))) as {
  buildCommand: (folder: string) => Promise<void>;
};
await buildCommand(folder);
copyFileSync("package.json", path.join(folder, "package.json"));
symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));

const server = http.createServer((request, response) => {
  request.resume().on("end", () => response.end('{"type":"message","content":[]}'));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const file = path.join(folder, "recorded.jsonl");
const recorder = spawn(
  process.execPath,
  [path.join(folder, "bin/winnow.mjs"), "record", "--upstream", url, "--to", file],
  {
    stdio: ["ignore", "pipe", "ignore"],
  },
);
const base = await new Promise<string>((resolve) => recorder.stdout.once("data", (text) => resolve(`${text}`.trim())));

const agent = new http.Agent({ keepAlive: true });
const history = JSON.stringify({ role: "user", content: "a word of the history ".repeat(45_000) });

/** Milliseconds to the first byte of the answer. */
function ask(address: string, n: number): Promise<number> {
  const body = Buffer.from(`{"model":"m","messages":[${history},{"role":"user","content":"${n}"}]}`);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}/v1/messages`, {
      ...{ method: "POST", agent },
      headers: { "content-type": "application/json", "content-length": body.length },
    });
    request.once("error", reject);
    request.once("response", (answer) => {
      const took = performance.now() - startedAt;
      answer.resume().once("end", () => resolve(took));
    });
    request.end(body);
  });
}

const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${recorder.pid}/status`, "utf8"))?.[1]) / 1_024;
const [direct, through, sizes]: [number[], number[], string[]] = [[], [], []];
for (let n = 1; n <= REQUESTS; n += 1) {
  direct.push(await ask(url, n));
  through.push(await ask(base, n));
  if (n % (REQUESTS / 10) === 0) sizes.push(memory().toFixed(0));
}
const at = (list: readonly number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? 0;
const row = (name: string, list: readonly number[]) => [
  name,
  ...[0.5, 0.99].map((share) => at(list, share).toFixed(1)),
];
printTable(
  `${REQUESTS} requests of 1 MB, load ${os.loadavg()[0]?.toFixed(1)}`,
  ["ms to the first byte", "p50", "p99"],
  [
    row("directly", direct),
    row("through the recorder", through),
    row(
      "added, pair by pair",
      through.map((took, n) => took - (direct[n] ?? 0)),
    ),
  ],
);
console.log(`\nMemory of the recorder in MB, each tenth of the way: ${sizes.join(", ")}`);
recorder.kill("SIGINT");
await new Promise((resolve) => recorder.once("exit", resolve));
console.log(`The recording: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
server.closeAllConnections();
server.close();
agent.destroy();
rmSync(folder, { recursive: true, force: true });
