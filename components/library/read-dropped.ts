import type { NamedFile } from "./send-files";

const named = (file: File, name: string): NamedFile => ({ file, name, bytes: file.size });

/** An input's files; for a folder input, a file's name is its path below the chosen folder. */
export const filesOfInput = (list: FileList | null): NamedFile[] =>
  [...(list ?? [])].map((file) => named(file, file.webkitRelativePath || file.name));

/** All dropped files, including those in folders. The browser clears the entries at the first await. */
export async function filesOfDrop(transfer: DataTransfer): Promise<NamedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return [...transfer.files].map((file) => named(file, file.name));
  const found = await Promise.all(entries.map((entry) => walk(entry)));
  return found.flat();
}

async function walk(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [named(file, entry.fullPath.replace(/^\//, ""))];
  }
  const children = await readAll((entry as FileSystemDirectoryEntry).createReader());
  const found = await Promise.all(children.map((child) => walk(child)));
  return found.flat();
}

/** All entries of a folder. A reader returns them in batches of at most a hundred, and finally an empty list. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
