import { startServer } from "@/lib/server/start/start";
import { serveRoutes } from "./serve-routes";

// A server without Next, in a separate process. It starts like the full server, does the same background work, and
// answers with the same handlers. It prints its address on its first line.
Object.assign(globalThis, { [Symbol.for("winnow.front-door")]: true });
await startServer();
process.stdout.write(`${(await serveRoutes()).address}\n`);
