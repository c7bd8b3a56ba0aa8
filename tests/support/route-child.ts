import { startServer } from "@/lib/server/start/start";
import { serveRoutes } from "./serve-routes";

// A server without Next, as its own process: it starts as the whole one, does the same work in the background, and
// answers with the same handlers. Its first line is its address.
Object.assign(globalThis, { [Symbol.for("winnow.front-door")]: true });
await startServer();
process.stdout.write(`${(await serveRoutes()).address}\n`);
