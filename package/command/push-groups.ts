import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { groupFiles, PEEK_BYTES, sessionIdIn } from "@/lib/importers/file-groups/group-files";
import { CompanionFinder, listRoot } from "@/lib/server/discovery/discovery-listing";
import { type DiscoveryRoot, discoveryRoots } from "@/lib/server/discovery/discovery-roots";
import { headOf } from "./head-of-file";
import { Refusal } from "./output";
import { nameInUpload } from "./sessions";
import { filesUnder, isPath } from "./sources";

/** A file to send: its path, and its name on the server. */
type PushFile = { readonly path: string; readonly name: string };
/** The files of one session, the transcript first; they go in one form, so sub-agents stay with their session. */
export type PushGroup = { readonly files: readonly PushFile[] };

export const nameOf = ({ files }: PushGroup): string => files[0]?.name ?? "";
export const bytesOf = ({ files }: PushGroup): number => files.reduce((sum, { path: file }) => sum + sizeOf(file), 0);
const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The transcripts of this machine's clients, or the named files and folders. */
export async function findGroups(places: readonly string[]): Promise<PushGroup[]> {
  if (places.length > 0) return places.flatMap(groupsAt);
  const groups: PushGroup[] = [];
  for (const root of discoveryRoots()) groups.push(...(await groupsOf(root)));
  return groups;
}

function groupsAt(place: string): PushGroup[] {
  if (!isPath(place)) throw new Refusal(`there is no file ${place}`, 2);
  const base = path.resolve(place);
  const files = filesUnder(base).map((file) => ({ path: file, name: nameInUpload(base, file) }));
  return groupFiles(files, ({ path: file }) => sessionIdIn(headOf(file, PEEK_BYTES))).map(({ main, companions }) => ({
    files: [main, ...companions],
  }));
}

async function groupsOf(root: DiscoveryRoot): Promise<PushGroup[]> {
  const listing = await listRoot(root);
  if (!listing) return [];
  const finder = new CompanionFinder(listing);
  const groups: PushGroup[] = [];
  for (const main of listing.mains.keys()) {
    const names = [main, ...(await finder.of(main))];
    groups.push({ files: names.map((name) => ({ name, path: path.join(listing.base, ...name.split("/")) })) });
  }
  return groups;
}

/** Distinguishes states of a group without reading it, by the sizes and times of its files. */
export function signatureOf({ files }: PushGroup): string {
  return files
    .map(({ path: file }) => {
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      return stats ? `${stats.size}@${stats.mtimeMs}` : "gone";
    })
    .join(" ");
}

export async function hashOf(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of fs.createReadStream(file, { highWaterMark: 1 << 18 })) digest.update(chunk as Buffer);
  return digest.digest("hex");
}

const COPIES = 3;

/**
 * Copies a group to a folder, because clients write to their files during sending. If a file changed while the others
 * were copied, as a database and its log may, all are copied again; the last copy is used even so.
 */
export function copyGroup(group: PushGroup, folder: string): PushGroup {
  for (let copy = 1; ; copy += 1) {
    const before = signatureOf(group);
    const files = group.files.map(({ name, path: file }, index) => {
      const target = path.join(folder, String(index));
      fs.copyFileSync(file, target, fs.constants.COPYFILE_FICLONE);
      return { name, path: target };
    });
    if (copy === COPIES || signatureOf(group) === before) return { files };
  }
}
