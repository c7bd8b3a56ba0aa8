/** A file a person chose: its path below the folder that was dropped, or its bare name. */
export type PlannedFile = { readonly name: string; readonly bytes: number };
/** Files that go in one request, because files of sub-agents and settings are only understood beside their transcript. */
export type UploadGroup<T extends PlannedFile> = {
  readonly name: string;
  readonly files: readonly T[];
  readonly bytes: number;
};

/** In a folder, only what may be a transcript is sent; a file that a person picked by itself always is. */
const READABLE = /\.(jsonl|json|ndjson|txt|log|md|traj|eval|gz|zip|zst)$/i;
const isWorthSending = ({ name }: PlannedFile) => !name.includes("/") || READABLE.test(name);
const COMPANION = /(^|\/)(?:agent-[^/]+\.(?:jsonl|meta\.json)|[^/]+\.settings\.json)$/;

/** Groups files for upload: alone where possible; sub-agent files with the transcripts of their folder. */
export function planUploads<T extends PlannedFile>(files: readonly T[]): { groups: UploadGroup<T>[]; skipped: T[] } {
  const isOnlyOne = files.length === 1;
  const usable = files.filter((file) => isOnlyOne || isWorthSending(file));
  const withSiblings = new Set(usable.filter((file) => COMPANION.test(file.name)).map((file) => homeOf(file.name)));
  const byKey = new Map<string, T[]>();
  for (const file of usable) {
    const home = homeOf(file.name);
    const key =
      withSiblings.has(home) && !isOnlyOne ? home : withSiblings.has(stem(file.name)) ? stem(file.name) : file.name;
    byKey.set(key, [...(byKey.get(key) ?? []), file]);
  }
  const groups = [...byKey.values()].map((members) => groupOf(members));
  return { groups, skipped: files.filter((file) => !usable.includes(file)) };
}

function groupOf<T extends PlannedFile>(files: readonly T[]): UploadGroup<T> {
  const mains = files.filter((file) => !COMPANION.test(file.name));
  const shown = mains[0] ?? (files[0] as T);
  const others = files.length - 1;
  const name = others === 0 ? shown.name : `${shown.name} and ${others} ${others === 1 ? "file" : "files"} with it`;
  return { name, files, bytes: files.reduce((total, file) => total + file.bytes, 0) };
}

/** Where a sub-agent file belongs: `<stem>` of `<stem>/subagents/agent-1.jsonl`, otherwise its folder. */
function homeOf(name: string): string {
  const nested = name.match(/^(.*)\/subagents\//)?.[1];
  return nested ?? name.split("/").slice(0, -1).join("/");
}
const stem = (name: string) => name.replace(/\.[^./]+$/, "");

/** `3.6 MB`, `804 KB`: decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  if (bytes < 999_500_000) return `${(bytes / 1e6).toFixed(bytes < 9_950_000 ? 1 : 0)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Bytes done over time; `elapsedMs` since the first byte. */
export type ProgressFigures = {
  /** What was done before the clock started: after a reload the rate is of what was seen. */
  readonly doneBefore?: number;
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
  /** The server has stopped answering, so that neither a rate nor a rest is known. */
  readonly isSilent?: boolean | undefined;
};

/** `127 of 310 MB · 58 MB/s · 3 s left`; rate and rest only once they mean something (half a second in). */
export function progressText({ done, total, elapsedMs, doneBefore = 0, isSilent = false }: ProgressFigures): string {
  const size = `${formatBytes(done)} of ${formatBytes(total)}`;
  if (isSilent) return `${size} · Winnow does not answer; nothing is lost, and this goes on when it does`;
  if (elapsedMs < 500 || done <= doneBefore) return size;
  const perSecond = ((done - doneBefore) / elapsedMs) * 1000;
  const rest = Math.max(0, (total - done) / perSecond);
  return `${size} · ${formatBytes(perSecond)}/s · ${rest < 1 ? "< 1" : Math.ceil(rest)} s left`;
}
