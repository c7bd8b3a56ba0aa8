import { Problem } from "../api/problem";
import { type ImportOptions, importTranscript } from "../importers/import-transcript";
import type { TranscriptFile, TranscriptImport } from "../importers/importer";
import type { Runtime } from "./runtime";

/** A transcript: its text, its bytes, or a session's files, the first of which is the transcript. */
export type TranscriptInput = string | Uint8Array | TranscriptFile | readonly TranscriptFile[];

/** How to read a transcript, and how to follow or stop the work. */
export type TranscriptOptions = Pick<ImportOptions, "signal" | "onProgress" | "limits"> & {
  /** The file's name, for display. The content decides the format. */
  readonly name?: string;
};

/** Reads a transcript. Throws a 422 with the importer's code if nothing can be read. */
export async function readTranscript(
  input: TranscriptInput,
  { sha256 }: Pick<Runtime, "sha256">,
  { name = "transcript", ...options }: TranscriptOptions = {},
): Promise<TranscriptImport> {
  const files = typeof input === "string" || input instanceof Uint8Array ? [inMemory(input, name, sha256)] : input;
  const imported = await importTranscript([files].flat() as TranscriptFile[], options);
  if (imported.ok) return imported.value;
  const { code, message, at } = imported.error;
  throw new Problem(422, code, message, at === undefined ? {} : { errors: [{ pointer: at, detail: message }] });
}

function inMemory(content: string | Uint8Array, name: string, sha256: Runtime["sha256"]): TranscriptFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    sha256: sha256([bytes]),
    bytes: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
    readAt: (offset, length) => bytes.subarray(offset, offset + length),
  };
}
