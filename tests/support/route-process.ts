import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { buildChild } from "./build-child";

export type RouteProcess = {
  readonly origin: string;
  /** Ends it like `kill -9`. */
  kill(): Promise<void>;
};

export const buildRouteChild = (): Promise<string> => buildChild("route-child");

/**
 * Starts a server without Next (route-child.ts) on this data directory, for tests that kill it and check what it kept.
 * It takes a third of a full server's processor time.
 */
export async function startRouteProcess(script: string, directory: string): Promise<RouteProcess> {
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    LOG_LEVEL: "silent",
    WINNOW_DATA_DIR: directory,
    WINNOW_DISCOVERY_HOME: directory,
  };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit"] });
  const { value: origin } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  if (origin === undefined) throw new Error("the server did not start");
  const kill = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  return { origin, kill };
}
