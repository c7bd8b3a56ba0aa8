import { spawn } from "node:child_process";
import { dataFolder } from "./data-folder";
import { callAt, serverOnceFree } from "./library";
import { print, progress, Refusal } from "./output";
import { startServer } from "./server-process";
import { idOf } from "./sessions";
import { isPath } from "./sources";

export type OpenOptions = { readonly port: string; readonly host: string; readonly browser: boolean };

/** Starts the dashboard or finds a running one, opens it in the browser, and stays until stopped. */
export async function open(place: string | undefined, { port, host, browser }: OpenOptions): Promise<void> {
  if (place !== undefined && !isPath(place))
    throw new Refusal(`there is no command or file called ${place}; winnow --help lists the commands`, 2);
  if (!/^\d+$/.test(port) || Number(port) > 65_535) throw new Refusal(`${port} is not a port number`, 2);
  const found = await serverOnceFree();
  const server = found === null ? await startServer(Number(port), host) : null;
  const address = found ?? server?.address ?? "";
  const page = place === undefined ? address : `${address}/sessions/${await idOf(callAt(address), place)}`;
  print(page);
  progress(found === null ? `Sessions are kept in ${dataFolder()}. Stop with Ctrl+C.` : "Winnow was running already.");
  if (browser) openBrowser(page);
  if (server === null) return;
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  await server.stop();
}

/**
 * The command that opens an address in the user's browser. On Windows, `start` interprets a first quoted argument as a
 * window title.
 */
export function browserCommand(page: string, platform: NodeJS.Platform): string[] {
  if (platform === "darwin") return ["open", page];
  return platform === "win32" ? ["cmd", "/c", "start", "", page] : ["xdg-open", page];
}

/** Never fails: without a browser, the address is on the screen. */
function openBrowser(page: string): void {
  const [command = "", ...args] = browserCommand(page, process.platform);
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
