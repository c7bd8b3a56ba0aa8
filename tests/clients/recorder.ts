import { copyFileSync, existsSync, symlinkSync } from "node:fs";
import path from "node:path";

/** Builds the command as in the package; returns the file that Node runs. */
export async function builtRecorder(root: string): Promise<string> {
  const { buildCommand } = (await import(path.resolve("scripts/package/build-command.mjs"))) as {
    buildCommand: (folder: string) => Promise<void>;
  };
  const folder = path.join(root, "command");
  await buildCommand(folder);
  copyFileSync("package.json", path.join(folder, "package.json"));
  linkDependencies(folder);
  return path.join(folder, "bin/winnow.mjs");
}

/** In the package, unbundled dependencies are where npm installs them. */
function linkDependencies(folder: string): void {
  const modules = path.join(folder, "node_modules");
  if (!existsSync(modules)) symlinkSync(path.resolve("node_modules"), modules, "junction");
}
