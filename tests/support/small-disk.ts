import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const OTHER_FILE = "something-else";

/** A separate in-memory file system of this many megabytes. */
export class SmallDisk {
  private constructor(readonly root: string) {}

  /** Null if this process cannot mount, which needs root on Linux. */
  static mount(megabytes: number): SmallDisk | null {
    if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "winnow-disk-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs", root], { stdio: "ignore" });
      return new SmallDisk(root);
    } catch {
      fs.rmdirSync(root); // containers may refuse
      return null;
    }
  }

  /** Writes a file until nothing more fits, or until this many bytes are left. */
  fill(left = 0): void {
    const descriptor = fs.openSync(path.join(this.root, OTHER_FILE), "a");
    try {
      for (const bytes of [1 << 20, 1 << 12])
        try {
          for (;;) fs.writeSync(descriptor, new Uint8Array(bytes));
        } catch (error) {
          if ((error as { code?: string }).code !== "ENOSPC") throw error;
        }
      fs.ftruncateSync(descriptor, fs.fstatSync(descriptor).size - left);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  empty(): void {
    fs.rmSync(path.join(this.root, OTHER_FILE), { force: true });
  }

  unmount(): void {
    execFileSync("umount", ["--lazy", this.root]);
    fs.rmdirSync(this.root);
  }
}

/** Whether the tests that need a full disk can run here. */
export const hasSmallDisks: boolean = canMount();

function canMount(): boolean {
  const disk = SmallDisk.mount(1);
  disk?.unmount();
  return disk !== null;
}
