// Receives the notifications of `onsuccess` and `onerror`: node webhook-receiver.ts PORT
import { createServer } from 'node:http';
import { verifyWebhook } from '@scenewright/client';

const { SCENEWRIGHT_SECRET = '' } = process.env;
const [port = '8080'] = process.argv.slice(2);
/** The ids of the received notifications, which can arrive twice. A real receiver stores the ids in a database. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(request.headers, await bodyOf(request), SCENEWRIGHT_SECRET);
    if (!seen.has(event.id) && event.type === 'render.succeeded') console.log(`film: ${event.data.url}`);
    if (!seen.has(event.id) && event.type === 'render.failed') console.log(`failed: ${event.data.error.detail}`);
    seen.add(event.id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
});
server.listen(Number(port), '127.0.0.1', () => console.log(`ready on ${(server.address() as { port: number }).port}`));

async function bodyOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
