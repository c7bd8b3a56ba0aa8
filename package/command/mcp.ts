import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "@/lib/mcp/create-server";
import { LocalApi } from "./local-api";
import { progress } from "./output";
import { VERSION } from "./version";

/** Maximum bytes of a client's message, as for bodies over HTTP. */
const MAX_BYTES = 32 * 1024 * 1024;

/** `winnow mcp`: only the protocol goes to standard output. Ends when the client closes standard input. */
export async function serveMcp(): Promise<void> {
  const api = new LocalApi();
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve).once("close", resolve);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  const handle = serveStdio(() => createMcpServer(VERSION, api.call), {
    transport: new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_BYTES }),
    onerror: ({ message }) => progress(`winnow mcp: ${message.slice(0, 200)}`),
  });
  await ended;
  await handle.close();
  await api.close();
}
