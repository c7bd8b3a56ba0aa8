import os from "node:os";
import path from "node:path";

/** Where programs keep a user's data on this platform, by its own convention; `WINNOW_DATA_DIR` comes before it. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (environment.WINNOW_DATA_DIR) return path.resolve(environment.WINNOW_DATA_DIR);
  const folder = path.join(dataHome(environment, platform), "winnow");
  return /^postgres(ql)?:/.test(environment.DATABASE_URL ?? "") ? path.join(folder, "postgres") : folder;
}

function dataHome(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = os.homedir();
  if (platform === "win32") return environment.LOCALAPPDATA || path.join(home, "AppData", "Local");
  if (platform === "darwin") return path.join(home, "Library", "Application Support");
  return environment.XDG_DATA_HOME || path.join(home, ".local", "share");
}
