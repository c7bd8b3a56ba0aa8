// Looked at before Next binds: it listens first and asks the settings afterwards, and a port in use is a stack trace.
import net from "node:net";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/** A sentence that says why Winnow cannot listen there, or null. `host` and `port` as the environment gives them. */
export async function addressProblem(host, port) {
  if (!LOOPBACK.has(host.toLowerCase()))
    return `HOST=${host} is refused: without API keys Winnow listens on loopback only (127.0.0.1, localhost, ::1)`;
  const number = Number(port);
  if (!/^\d+$/.test(port) || number > 65_535) return `PORT=${port} is not a port number (0 to 65535)`;
  const code = await listenOnce(host.replace(/^\[|\]$/g, ""), number);
  if (code === null) return null;
  if (code === "EADDRINUSE")
    return `port ${port} is in use; stop what listens there or choose another: PORT=${number + 1}`;
  if (code === "EACCES") return `port ${port} may not be used without more rights; choose one above 1023`;
  return `it cannot listen on ${host}:${port} (${code})`;
}

/** The error's code, or null when listening there works. */
function listenOnce(host, port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
