import os from "node:os";
import path from "node:path";

/** Path functions of a platform, so its paths can be built, and tested, on another one. */
export const pathsOf = (platform: NodeJS.Platform): path.PlatformPath =>
  platform === "win32" ? path.win32 : path.posix;

/** The platform's conventional folder for user data; `WINNOW_DATA_DIR` takes precedence. */
export function dataFolder(
  environment: NodeJS.ProcessEnv = process.env,
  platform = process.platform,
  home = os.homedir(),
): string {
  const { join, resolve } = pathsOf(platform);
  if (environment.WINNOW_DATA_DIR) return resolve(environment.WINNOW_DATA_DIR);
  const folder = join(dataHome(environment, platform, home), "winnow");
  return /^postgres(ql)?:/.test(environment.DATABASE_URL ?? "") ? join(folder, "postgres") : folder;
}

function dataHome(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  const { join } = pathsOf(platform);
  if (platform === "win32") return environment.LOCALAPPDATA || join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  return environment.XDG_DATA_HOME || join(home, ".local", "share");
}
