// The minimal JSON server: reads the body, parses it, and writes it back. Prints its port.
import http from "node:http";

const server = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString("utf8");
  response.setHeader("content-type", "application/json");
  response.end(text === "" ? "{}" : JSON.stringify(JSON.parse(text)));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
