import { fileURLToPath } from "node:url";
import { runningOwner } from "@/lib/server/db/owner-lock";
import { dataFolder } from "./data-folder";
import { progress, Refusal } from "./output";
import { answerOrRefuse, callApi, findServer, noteOwnPlace, SERVER, startServer } from "./server-process";

/** Calls the API of the library. A problem becomes a sentence. */
export type CallLibrary = (route: string, init?: RequestInit) => Promise<Response>;

/** How long a command waits for another one that has the library open, and how often it checks. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;

type Opened = { readonly call: CallLibrary; readonly close: () => Promise<void> };

/** The open library, the number of its users in this process, and the closing of the previous one. */
let opened: Promise<Opened> | null = null;
let users = 0;
let closed = Promise.resolve();

/**
 * Runs work that needs the library, through its running server or, if there is none, by opening the library in this
 * process.
 */
export async function withLibrary<Value>(work: (call: CallLibrary) => Promise<Value>): Promise<Value> {
  users += 1;
  opened ??= closed.then(reach);
  const library = opened;
  try {
    return await work((await library).call);
  } finally {
    users -= 1;
    if (users === 0) {
      opened = null;
      closed = library.then(
        ({ close }) => close(),
        () => {}, // opening it failed, which the work has reported
      );
      await closed;
    }
  }
}

/** A PostgreSQL database may be in use by other processes, so this starts a server that joins them. */
async function reach(): Promise<Opened> {
  const found = await serverOnceFree();
  if (found !== null) return { call: callAt(found), close: async () => {} };
  return /^postgres(ql)?:/.test(process.env.DATABASE_URL ?? "") ? ownServer() : openHere();
}

/** The API of a running server. */
export const callAt =
  (address: string): CallLibrary =>
  (route, init) =>
    callApi(address, route, init);

/**
 * The running server of the data folder; null if no process has the folder, so that this one can take it. Waits
 * while another process has the folder: a command needs it only for a moment, and a starting server will soon answer.
 */
export async function serverOnceFree(): Promise<string | null> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let looks = 0; ; looks += 1) {
    const found = await findServer();
    const owner = runningOwner(dataFolder());
    if (found !== null || owner === null) return found;
    if (Date.now() > deadline)
      throw new Refusal(`process ${owner} has the library open; stop it, or name another folder with WINNOW_DATA_DIR`);
    if (looks === 0) progress(`waiting for process ${owner}, which has the library open …`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function ownServer(): Promise<Opened> {
  const { address, stop } = await startServer(0);
  return { call: callAt(address), close: stop };
}

/** Opens the server's own code without the server: the same routes answer, and the same lock keeps others out. */
async function openHere(): Promise<Opened> {
  const mask = process.umask();
  Object.assign(process.env, {
    WINNOW_DATA_DIR: dataFolder(),
    WINNOW_PROGRAM: fileURLToPath(SERVER),
    HOST: "127.0.0.1", // nobody else can reach it, so no key is needed
    LOG_LEVEL: "silent", // the answers go to standard output
  });
  const { openLibrary } = await import("@/lib/server/start/open-library");
  const library = await openLibrary().catch((error: Error) => error);
  if (library instanceof Error) {
    if (runningOwner(dataFolder()) !== null) return reach(); // another command was faster
    throw new Refusal(library.message);
  }
  noteOwnPlace(dataFolder());
  return {
    call: async (route, init = {}) => answerOrRefuse(await library.answer(localRequest(route, init))),
    close: async () => {
      await library.close();
      process.umask(mask);
    },
  };
}

/** A request as the server gets it from a program on this machine. */
function localRequest(route: string, init: RequestInit): Request {
  const headers = new Headers(init.headers);
  headers.set("host", "127.0.0.1");
  return new Request(`http://127.0.0.1${route}`, { ...init, headers });
}
