import { fail, ok, type Result } from "../conversation/errors";
import { CANCELLED, tooLarge } from "./import-failure";
import type { ImportRun } from "./import-run";
import type { ImportFailure, TranscriptFile } from "./importer";

/** The file's size, for the failure's message. For a packed file it is the size before unpacking. */
const sizeOf = ({ bytes }: TranscriptFile) => ` (the file has ${bytes})`;

/** Reads all bytes of a file that cannot be read as a stream. `what` is the kind of file in the failure's message. */
export async function readWhole(
  file: TranscriptFile,
  run: ImportRun,
  maxBytes: number,
  what: string,
): Promise<Result<Uint8Array, ImportFailure>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.open()) {
    if (run.isCancelled) return fail(CANCELLED);
    length += chunk.length;
    if (length > maxBytes) return fail(tooLarge(`${what} may have ${maxBytes} bytes${sizeOf(file)}`));
    chunks.push(chunk.slice());
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return ok(whole);
}
