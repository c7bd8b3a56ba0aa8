import { fail, ok, type Result } from "../conversation/errors";
import type { Session } from "../transcript/session";
import { ArchiveFault } from "./containers/archive-fault";
import { importArchive } from "./containers/import-archive";
import { unpackLayers } from "./containers/unpack-layers";
import { unrollList } from "./containers/unroll-list";
import { notReadable, notTranscript, textFailure, unknownShape } from "./describe-file";
import { CANCELLED, fill, tooLarge } from "./import-failure";
import { type ImportProgress, ImportRun } from "./import-run";
import type { Importer, ImportFailure, Sample, TranscriptFile, TranscriptImport } from "./importer";
import { IMPORTERS } from "./index";
import { knownClient } from "./known-clients";
import { DEFAULT_LIMITS, type ImportLimits } from "./limits";
import type { Store } from "./sqlite/store";
import { takeSample } from "./take-sample";
import type { TextShelf } from "./text-shelf";

export type { ImportFailure, TranscriptFile, TranscriptImport } from "./importer";
export type { ImportLimits } from "./limits";

export type ImportOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly limits?: Partial<ImportLimits>;
  /**
   * Receives the sessions of a database one by one, because they may be too many for memory. The result then does not
   * contain them. Other formats, and databases in archives, return their sessions.
   */
  readonly onSession?: (session: Session) => void;
  /**
   * Stores long texts of the sessions, which can be read while it is open. Without it, all texts are kept in memory.
   */
  readonly shelf?: TextShelf;
};

/**
 * Imports a transcript of any known format. `files[0]` is the transcript, the others are its companions (files of its
 * sub-agents). The content decides the format, never the names.
 */
export function importTranscript(
  files: readonly TranscriptFile[],
  options: ImportOptions = {},
): Promise<Result<TranscriptImport, ImportFailure>> {
  return importLayer(files, options, null);
}

/** Maximum nesting of archives. */
const MAX_LAYERS = 3;

/** The archive around a file. */
type Around = { readonly layer: number; readonly run: ImportRun };

async function importLayer(
  files: readonly TranscriptFile[],
  options: ImportOptions,
  around: Around | null,
): Promise<Result<TranscriptImport, ImportFailure>> {
  // A session from an archive is incomplete until the archive has added its own name to it.
  const onSession = around ? undefined : options.onSession;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const run = new ImportRun(limits, options.signal, options.onProgress, onSession, options.shelf);
  const [main] = files;
  if (!main) throw new Error("importTranscript needs at least one file");
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > run.limits.maxBytes) return fail(tooLarge(`${bytes} bytes; the limit is ${run.limits.maxBytes}`));
  if (around) run.shareWith(around.run);
  try {
    const opened: TranscriptFile[] = [];
    for (const file of files) opened.push(await unpackLayers(file, run));
    opened[0] = await asLinesWhereLarge(opened[0] as TranscriptFile, run);
    const sample = await takeSample(opened[0], run, opened.slice(1));
    if (!sample.ok) return sample;
    const isOwnFormat = sample.value.shape !== "archive" || claimsOf(sample.value).length > 0;
    if (isOwnFormat) return await importSample(opened, sample.value, run);
    const layer = around?.layer ?? 0;
    if (layer === MAX_LAYERS) return fail(tooLarge(`it is an archive inside ${MAX_LAYERS} others`));
    const inside = { layer: layer + 1, run };
    return await importArchive(main, sample.value.entries, run, (entries) => importLayer(entries, options, inside));
  } catch (error) {
    if (run.isCancelled) return fail(CANCELLED);
    if (error instanceof ArchiveFault) return fail(error.failure);
    throw error;
  } finally {
    if (around) run.finish();
  }
}

/** A list above the limit is read item by item, unless its format needs all items together. */
async function asLinesWhereLarge(file: TranscriptFile, run: ImportRun): Promise<TranscriptFile> {
  const lines = await unrollList(file, run);
  const sample = lines === file ? null : await takeSample(lines, run);
  if (!sample?.ok || sample.value.shape !== "rows") return file;
  const asRows = claimsOf(sample.value).map(({ importer }) => importer.id);
  const asList = claimsOf({ shape: "value", value: sample.value.rows }).map(({ importer }) => importer.id);
  return asRows.join() === asList.join() ? lines : file;
}

async function importSample(
  files: readonly TranscriptFile[],
  sample: Sample,
  run: ImportRun,
): Promise<Result<TranscriptImport, ImportFailure>> {
  const claim = claimOf(sample);
  if (!claim.ok) return claim;
  const { importer, detectedBy } = claim.value;
  const leadIn = sample.shape === "value" ? (sample.leadIn ?? []) : [];
  for (const source of leadIn) run.settle({ kept: "lead-in" }, source);
  const sessions = await importer.parse(files, sample, run);
  if (!sessions.ok) return sessions;
  const checked = sessions.value.map((session) => run.checked(session));
  const { issues, conversation } = run;
  return ok({ format: importer.id, detectedBy, sessions: checked, rows: run.account(), issues, conversation });
}

type Claim = { readonly importer: Importer; readonly detectedBy: string };

/** The importers that recognise the sample. A general importer yields to a specific one. */
export function claimsOf(sample: Sample): Claim[] {
  const claims = IMPORTERS.flatMap((importer) => {
    const detectedBy = importer.detect(sample);
    return detectedBy === null ? [] : [{ importer, detectedBy }];
  });
  const specific = claims.filter(({ importer }) => !importer.isGeneral);
  return specific.length > 0 ? specific : claims;
}

/** The only importer that recognises the sample. A file pieced together from two formats has two, and is rejected. */
function claimOf(sample: Sample): Result<Claim, ImportFailure> {
  const claims = claimsOf(sample);
  const [claim, second] = claims;
  if (second) {
    const formats = claims.map(({ importer }) => importer.id).join(" and ");
    return fail(notTranscript(fill("a file that mixes the formats {formats}", { formats })));
  }
  if (claim) return ok(claim);
  return fail(unclaimed(sample));
}

function unclaimed(sample: Sample): ImportFailure {
  const known = knownClient(sample);
  if (known) return notReadable(known.what, known.advice);
  switch (sample.shape) {
    case "rows":
      return unknownRows(sample.rows);
    case "value":
      return unknownShape(sample.value);
    case "text":
      return textFailure(new TextEncoder().encode(sample.head));
    case "store":
      return notTranscript(tablesOf(sample.store));
    case "archive":
      return notTranscript("an archive without a transcript in it");
    default:
      return sample satisfies never;
  }
}

function tablesOf({ tableNames }: Store): string {
  const names = tableNames.slice(0, 6).map((name) => name.slice(0, 40));
  return fill("an SQLite database with the tables {tables}", { tables: names.join(", ") || "(none)" });
}

function unknownRows(rows: readonly { readonly [key: string]: unknown }[]): ImportFailure {
  if (rows.length === 1) return unknownShape(rows[0]);
  const keys = Object.keys(rows[0] ?? {})
    .slice(0, 6)
    .map((key) => key.slice(0, 40));
  return notTranscript(fill("JSON lines with the keys {keys}", { keys: keys.join(", ") || "(none)" }));
}
