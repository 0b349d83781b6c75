import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { pathOf } from './calls/request-path.ts';

/** One line when the answer has ended, however; without the query, headers and bodies, which may hold secrets. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const { socket } = request.raw;
  const start = performance.now();
  const before = socket.bytesWritten;
  reply.raw.once('close', () => {
    const ms = Math.round(performance.now() - start);
    const path = pathOf(request.originalUrl);
    const { statusCode: status, writableFinished } = reply.raw;
    const fields = { id: request.id, method: request.method, path, status, ms, bytes: socket.bytesWritten - before };
    if (!writableFinished) logger.info({ ...fields, aborted: true }, 'request aborted');
    else if (status >= 500) logger.warn(fields, 'request');
    else logger.info(fields, 'request');
  });
}
