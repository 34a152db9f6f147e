// A proxy between the browser and the server: a cable that can be pulled, and a server that changes.
import http from "node:http";

/// Starts a proxy to a server. `overrides` maps paths to bodies, or to functions that return the body in place of the server's.
export async function startProxy(target) {
  const overrides = new Map();
  const requests = [];
  let isPulled = false;
  const server = http.createServer(async (request, response) => {
    requests.push(request.url);
    if (isPulled) return request.socket.destroy();
    const headers = { ...request.headers };
    // The bodies are read here, so that they come as they are.
    delete headers["accept-encoding"];
    delete headers["if-none-match"];
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const isRead = ["GET", "HEAD"].includes(request.method);
    const answer = await fetch(new URL(request.url, target), { method: request.method, headers, body: isRead ? undefined : Buffer.concat(chunks) });
    const body = Buffer.from(await answer.arrayBuffer());
    const override = overrides.get(decodeURIComponent(request.url));
    const sent = override === undefined ? body : typeof override === "function" ? override(body.toString()) : override;
    const kept = [...answer.headers].filter(([name]) => !["connection", "content-encoding", "content-length", "transfer-encoding", "etag"].includes(name));
    response.writeHead(override === undefined ? answer.status : 200, Object.fromEntries(kept));
    response.end(sent);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    overrides,
    requests,
    /// Pulls the cable: connections end, and new ones get no answer.
    pull() {
      isPulled = true;
      server.closeAllConnections();
    },
    plug() {
      isPulled = false;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
