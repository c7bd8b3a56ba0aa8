import fs from "node:fs";
import { groupFiles, PEEK_BYTES, sessionIdIn } from "@/lib/importers/file-groups/group-files";
import type { ImportGroup, StagedFile } from "../store/import-types";

/** Groups files by session, with the rules of `groupFiles`. */
export const groupCompanions = (files: readonly StagedFile[]): ImportGroup[] =>
  groupFiles(files, (file) => peekSessionId(file.path));

function peekSessionId(file: string): string | null {
  const descriptor = fs.openSync(file, "r");
  try {
    const buffer = Buffer.alloc(PEEK_BYTES);
    const length = fs.readSync(descriptor, buffer, 0, PEEK_BYTES, 0);
    return sessionIdIn(buffer.toString("utf8", 0, length));
  } finally {
    fs.closeSync(descriptor);
  }
}
