import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../errors/service-error.ts';
import { problemOf } from './problems.ts';

/** Answers what Node's parser refuses before there is a request, and what stopped in the middle of one. */
export function answerBrokenRequests(error: Error & { readonly code?: string }, socket: Socket): void {
  // Whatever had been answered so far cannot be taken back.
  if (!socket.writable || socket.destroyed || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { document, headers } = problemOf(brokenRequest(error.code));
  const content = JSON.stringify(document);
  const lines = [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(content)}`,
    'connection: close',
    'x-content-type-options: nosniff',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${content}`, () => socket.destroySoon());
}

function brokenRequest(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('request/headers-too-large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request/timeout');
    case 'HPE_INVALID_EOF_STATE':
      return new ServiceError('request/incomplete');
    default:
      return new ServiceError('request/invalid', 'It isn’t valid HTTP/1.1 (RFC 9112).');
  }
}
