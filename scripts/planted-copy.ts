import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { Change } from "@/tests/promises/change";

/** A test that failed. */
export type Failure = { readonly file: string; readonly title: string };

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), title: z.string() })),
    }),
  ),
});
const NOT_LOADED = "(the file cannot be loaded)";

/** A copy of the checkout for planting faults, so that the checkout itself never contains one. */
export class PlantedCopy {
  private constructor(
    readonly checkout: string,
    readonly remove: () => void,
  ) {}

  static async make(): Promise<PlantedCopy> {
    // This import is not bundled, because the script finds the checkout from its own location.
    const script = pathToFileURL(path.resolve("scripts/copy-alone.mjs")).href;
    const { copyAlone } = (await import(script)) as { copyAlone(): { checkout: string; remove(): void } };
    const { checkout, remove } = copyAlone();
    return new PlantedCopy(checkout, remove);
  }

  /** Runs something while the changes are in the copy. */
  async with<T>(changes: readonly Change[], run: () => Promise<T>): Promise<T> {
    const texts = new Map(changes.map(({ file }) => [file, this.read(file)]));
    for (const { file, from, to } of changes) {
      const text = this.read(file);
      if (text.split(from).length !== 2) throw new Error(`${file} does not hold the text once`);
      this.write(
        file,
        text.replace(from, () => to),
      );
    }
    try {
      return await run();
    } finally {
      for (const [file, text] of texts) this.write(file, text);
    }
  }

  private read = (file: string): string => fs.readFileSync(path.join(this.checkout, file), "utf8");
  private write = (file: string, text: string): void => fs.writeFileSync(path.join(this.checkout, file), text);

  /** Runs these test files. Returns the tests that fail; null if the run does not end in time. */
  async failures(files: readonly string[], options: readonly string[], mostMs: number): Promise<Failure[] | null> {
    const output = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "winnow-failures-")), "report.json");
    const config = files.some((file) => file.startsWith("tests/long/")) ? "vitest.long.config.ts" : "vitest.config.ts";
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", config, ...files];
    const own = ["--reporter=json", `--outputFile=${output}`, ...options];
    const ended = await this.run([...vitest, ...own], { WINNOW_RECORD: "" }, mostMs);
    if (ended.code === null) return null;
    if (!fs.existsSync(output))
      throw new Error(`vitest says nothing of ${files.join(" ")}: ${ended.output.slice(-2000)}`);
    const { testResults } = report.parse(JSON.parse(fs.readFileSync(output, "utf8")));
    fs.rmSync(path.dirname(output), { recursive: true, force: true });
    return testResults.flatMap(({ name, status, assertionResults }) => {
      const file = path.relative(fs.realpathSync(this.checkout), name);
      const failed = assertionResults.filter((result) => result.status === "failed");
      if (failed.length === 0 && status === "failed") return [{ file, title: NOT_LOADED }];
      return failed.map(({ title }) => ({ file, title }));
    });
  }

  /** Runs Node in the copy; its child processes end with it. The code is null if the run did not end in time. */
  async run(
    args: readonly string[],
    env: Record<string, string>,
    mostMs: number,
  ): Promise<{ code: number | null; output: string }> {
    const options = { cwd: this.checkout, env: { ...process.env, ...env }, detached: true } as const;
    const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
    const timer = setTimeout(stop, mostMs);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes: Buffer) => (output += String(bytes)));
    process.once("exit", stop);
    const code = await new Promise<number | null>((done) => child.once("close", done));
    process.off("exit", stop);
    clearTimeout(timer);
    return { code, output };
  }
}
