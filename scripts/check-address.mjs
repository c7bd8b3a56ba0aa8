// Checks the address before Next starts, because Next listens before the settings are checked and reports a used port
// only with a stack trace.
import net from "node:net";

/**
 * Why Winnow cannot listen there, as a sentence; null if it can. `host` and `port` are strings from the environment.
 */
export async function addressProblem(host, port) {
  const number = Number(port);
  if (!/^\d+$/.test(port) || number > 65_535)
    return `PORT=${port} is not a port number (a whole number from 0 to 65535)`;
  const code = await listenOnce(host.replace(/^\[|\]$/g, ""), number);
  if (code === null) return null;
  if (code === "EADDRINUSE") return portInUse(host, number);
  if (code === "EACCES") return `port ${port} needs more permissions; choose one above 1023`;
  return `it cannot listen on ${host}:${port} (${code})`;
}

function portInUse(host, port) {
  const name = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
  return (
    `port ${port} is in use. If Winnow already runs there, open http://${name}:${port}. ` +
    `Otherwise stop the program that listens there, or choose another port: PORT=${port < 65_535 ? port + 1 : port - 1} npm start`
  );
}

/** The error's code; null if listening works. */
function listenOnce(host, port) {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", (error) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
