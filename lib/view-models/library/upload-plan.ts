import { formatBytes } from "../../wording/number-format";
import { english, type Say } from "../../wording/say";

/** A chosen file: its path below the dropped folder, or its bare name. */
export type PlannedFile = { readonly name: string; readonly bytes: number };
/** Files sent in one request, because files of sub-agents and settings only make sense together with their transcript. */
export type UploadGroup<T extends PlannedFile> = {
  readonly name: string;
  readonly files: readonly T[];
  readonly bytes: number;
};

/** From a folder, only possible transcripts are sent; individually picked files always are. */
const READABLE = /\.(jsonl|json|ndjson|txt|log|md|traj|eval|gz|zip|zst)$/i;
const isWorthSending = ({ name }: PlannedFile) => !name.includes("/") || READABLE.test(name);
const COMPANION = /(^|\/)(?:agent-[^/]+\.(?:jsonl|meta\.json)|[^/]+\.settings\.json)$/;

/** Groups files for upload: separately if possible; sub-agent files with the transcripts of their folder. */
export function planUploads<T extends PlannedFile>(
  files: readonly T[],
  say: Say = english,
): { groups: UploadGroup<T>[]; skipped: T[] } {
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
  const groups = [...byKey.values()].map((members) => groupOf(members, say));
  return { groups, skipped: files.filter((file) => !usable.includes(file)) };
}

function groupOf<T extends PlannedFile>(files: readonly T[], say: Say = english): UploadGroup<T> {
  const mains = files.filter((file) => !COMPANION.test(file.name));
  const shown = mains[0] ?? (files[0] as T);
  const others = files.length - 1;
  const name =
    others === 0
      ? shown.name
      : say("{name} and {others} accompanying {others, plural, one {file} other {files}}", {
          name: shown.name,
          others,
        });
  return { name, files, bytes: files.reduce((total, file) => total + file.bytes, 0) };
}

/** A sub-agent file's home: `<stem>` of `<stem>/subagents/agent-1.jsonl`, otherwise its folder. */
function homeOf(name: string): string {
  const nested = name.match(/^(.*)\/subagents\//)?.[1];
  return nested ?? name.split("/").slice(0, -1).join("/");
}
const stem = (name: string) => name.replace(/\.[^./]+$/, "");

/** Bytes done over time; `elapsedMs` since the first byte. */
export type ProgressFigures = {
  /** Bytes done before the clock started. After a reload, the rate covers only what was done since. */
  readonly doneBefore?: number;
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
  /** The server has stopped responding, so rate and remainder are unknown. */
  readonly isSilent?: boolean | undefined;
};

/** `127 of 310 MB · 58 MB/s · 3 s left`; rate and remaining time are left out in the first half second. */
export function progressText(
  { done, total, elapsedMs, doneBefore = 0, isSilent = false }: ProgressFigures,
  say: Say = english,
): string {
  const size = say("{done} of {total}", { done: formatBytes(done), total: formatBytes(total) });
  if (isSilent)
    return say("{size} · Winnow is not responding; nothing is lost, and the upload continues once it responds", {
      size,
    });
  if (elapsedMs < 500 || done <= doneBefore) return size;
  const perSecond = ((done - doneBefore) / elapsedMs) * 1000;
  const rest = Math.max(0, (total - done) / perSecond);
  return say("{size} · {perSecond}/s · {rest} s left", {
    size,
    perSecond: formatBytes(perSecond),
    rest: rest < 1 ? "< 1" : Math.ceil(rest),
  });
}
