// A bare `node:http` server that reads each request and answers the bytes it was given: what the platform is measured against.
import { createServer } from "node:http";

process.once("message", ({ status, headers, body }) => {
  const bytes = Buffer.from(body);
  const server = createServer((incoming, outgoing) => {
    const answer = () => outgoing.writeHead(status, headers).end(bytes);
    if (incoming.method === "GET") return answer();
    incoming.resume().on("end", answer);
  });
  server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
});
