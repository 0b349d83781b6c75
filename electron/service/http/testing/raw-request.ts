import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { authorization } from './open-server.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A raw connection to a server, for requests that no HTTP client sends. */
export interface RawConnection extends AsyncDisposable {
  readonly socket: Socket;
  readonly send: (text: string | Uint8Array) => void;
  /** Returns all bytes that arrive until the server closes the connection. */
  readonly untilEnd: () => Promise<string>;
  /** Returns the next answer. Its body has the length in Content-Length. For HEAD, returns only the head. */
  readonly answer: (head?: boolean) => Promise<RawAnswer>;
}

export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  // Use one set of listeners for the whole connection, because an answer can arrive in any number of pieces.
  let next = Promise.withResolvers<void>();
  const wake = (): void => {
    next.resolve();
    next = Promise.withResolvers();
  };
  const isOver = (): boolean => socket.readableEnded || socket.destroyed;
  socket.on('data', (data) => {
    received += data.toString('latin1');
    wake();
  });
  socket.on('end', wake);
  socket.on('close', wake);
  // Ignore a reset by the server and use the bytes received so far.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return {
    socket,
    send: (text) => {
      socket.write(text);
    },
    untilEnd: async () => {
      while (!isOver()) await next.promise;
      return received;
    },
    answer: async (head = false) => {
      for (;;) {
        const answer = parseAnswer(received, head);
        if (answer !== null) {
          received = received.slice(answer.length);
          return answer;
        }
        if (isOver()) throw new Error(`no answer, but: ${received}`);
        await next.promise;
      }
    },
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
    },
  };
}

/**
 * Sends one request, given by its lines, and returns the answer. Adds credentials and a Host header if they are
 * missing.
 */
export async function rawRequest(
  port: number,
  lines: readonly string[],
  body: string | Uint8Array = '',
  head = false,
): Promise<RawAnswer> {
  await using connection = await rawConnection(port);
  connection.send(Buffer.concat([Buffer.from(requestHead(lines)), Buffer.from(body)]));
  return await connection.answer(head);
}

/** Returns the head of a request with these lines. */
export function requestHead(lines: readonly string[]): string {
  const has = (name: string) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`));
  const added = [
    ...(has('host') ? [] : ['Host: localhost']),
    ...(has('authorization') ? [] : [`Authorization: ${authorization}`]),
  ];
  return `${[...lines, ...added].join('\r\n')}\r\n\r\n`;
}

function parseAnswer(text: string, head: boolean): (RawAnswer & { readonly length: number }) | null {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [statusLine = '', ...headerLines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    headerLines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const status = Number(statusLine.split(' ')[1]);
  const bodyLength = status === 100 || head ? 0 : Number(headers.get('content-length') ?? 0);
  const length = end + 4 + bodyLength;
  if (text.length < length) return null;
  return { status, headers, body: Buffer.from(text.slice(end + 4, length), 'latin1').toString(), length };
}
