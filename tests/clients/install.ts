import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Client } from "./clients";
import { runProcess } from "./run-process";
import { emptyEnvironment } from "./sandbox";

/** An installed client, or the last line of npm's error. */
export type Installed = { readonly version: string; readonly program: string } | { readonly problem: string };

/** Installs the newest published version, with npm's home and cache in the same folder. */
export async function install(client: Client, root: string): Promise<Installed> {
  const { id, package: name } = client;
  const folder = path.join(root, "installed", id);
  mkdirSync(folder, { recursive: true });
  const home = path.join(root, "npm-home");
  mkdirSync(home, { recursive: true });
  const log = path.join(folder, "install.log");
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-update-notifier", `${name}@latest`];
  const env = { ...emptyEnvironment(home), ...registrySettings() };
  const code = await runProcess("npm", args, { cwd: folder, env, log, seconds: 300 });
  return code === 0 ? installedBefore(client, root) : { problem: lastLine(log) };
}

/** The installed version. */
export function installedBefore({ id, package: name, bin }: Client, root: string): Installed {
  const modules = path.join(root, "installed", id, "node_modules");
  const program = path.join(modules, ".bin", bin);
  if (!existsSync(program)) return { problem: `${bin} is not there` };
  return { program, version: versionOf(path.join(modules, name, "package.json")) };
}

/** npm uses this user's registry settings; a client never sees them. */
const registrySettings = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(npm_config_registry|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name)
        ? [[name, value]]
        : [],
    ),
  );

const lastLine = (file: string): string =>
  (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").at(-1) : undefined) ?? "npm did not start";

function versionOf(file: string): string {
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  return version;
}
