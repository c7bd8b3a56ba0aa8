import fs from "node:fs";
import path from "node:path";
import { derivedPath } from "../files/derived";
import { PARSER_VERSION } from "../process/parser-version";
import { forgetIndex } from "./session-indexes";

/**
 * Replaces sessions' derived files by newer ones, then calls `saveRows`. If that fails, the older files are restored.
 * In between, a reader may see a newer file with an older row.
 */
export async function swapDerived(
  ids: readonly string[],
  outDir: string,
  saveRows: () => Promise<void>,
): Promise<void> {
  const swaps = ids.map((id) => new Swap(path.join(outDir, id), id));
  try {
    for (const swap of swaps) swap.forward();
    await saveRows();
  } catch (error) {
    for (const swap of swaps.toReversed()) swap.back();
    throw error;
  } finally {
    for (const id of ids) forgetIndex({ id, parserVersion: PARSER_VERSION });
  }
}

/** Exchanges the derived file of one session. The older file is removed together with the import's temporary folder. */
class Swap {
  readonly #target: string;
  readonly #aside: string;
  #hadOlder = false;
  #isDone = false;

  constructor(
    readonly source: string,
    readonly id: string,
  ) {
    this.#target = derivedPath(PARSER_VERSION, id);
    this.#aside = `${source}.older`;
  }

  forward(): void {
    fs.mkdirSync(path.dirname(this.#target), { recursive: true });
    this.#hadOlder = fs.existsSync(this.#target);
    if (this.#hadOlder) fs.renameSync(this.#target, this.#aside);
    try {
      fs.renameSync(this.source, this.#target);
      this.#isDone = true;
    } catch (error) {
      if (this.#hadOlder) fs.renameSync(this.#aside, this.#target);
      throw error;
    }
    forgetIndex({ id: this.id, parserVersion: PARSER_VERSION });
  }

  back(): void {
    if (!this.#isDone) return;
    fs.renameSync(this.#target, this.source);
    if (this.#hadOlder) fs.renameSync(this.#aside, this.#target);
  }
}
