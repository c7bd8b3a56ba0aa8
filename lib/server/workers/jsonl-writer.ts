import fs from "node:fs";

const FLUSH_BYTES = 1 << 20;

/** Writes JSON lines and remembers where each begins. Synchronous: it runs in a worker thread. */
export class JsonlWriter {
  readonly offsets: number[] = [0];
  readonly #descriptor: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(file: string) {
    this.#descriptor = fs.openSync(file, "wx");
  }

  write(value: unknown): void {
    this.writeLine(JSON.stringify(value));
  }

  writeLine(line: string): void {
    const bytes = Buffer.from(`${line}\n`, "utf8");
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.offsets.push((this.offsets.at(-1) as number) + bytes.length);
    if (this.#pendingBytes >= FLUSH_BYTES) this.#flush();
  }

  close(): void {
    this.#flush();
    fs.fsyncSync(this.#descriptor);
    fs.closeSync(this.#descriptor);
  }

  #flush(): void {
    const block = Buffer.concat(this.#pending);
    for (let offset = 0; offset < block.length; ) offset += fs.writeSync(this.#descriptor, block, offset);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/** Writes a small file durably. */
export function writeDurably(file: string, text: string): void {
  const descriptor = fs.openSync(file, "wx");
  fs.writeFileSync(descriptor, text);
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
