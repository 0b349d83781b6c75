import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { agentScope } from '#shared/contract/shapes/agent-shapes.ts';
import type { OpenedFolders } from './tool-context.ts';

/** Returns the path of a workspace's socket. The service and the command compute the same path. */
export function socketPath(
  workspace: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const digest = createHash('sha256').update(workspace).digest('hex').slice(0, 32);
  if (platform === 'win32') return `\\\\.\\pipe\\scenewright-${digest}`;
  const path = join(workspace, 'agents.sock');
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  return join(environment['XDG_RUNTIME_DIR'] ?? tmpdir(), 'scenewright', `${digest}.sock`);
}

/** The first line of a connection: the permissions that the user gave to the program. */
const socketHello = z.object({
  scenewright: z.literal(1),
  /** Whether the sender asks the receiver to close the workspace. */
  leave: z.boolean().optional(),
  /** The name of the program; by default the name that the program reports. */
  name: z.string().min(1).max(80).optional(),
  scopes: z.array(agentScope).min(1).optional(),
  projects: z.array(z.string()).nullable().optional(),
  files: z.array(z.string()).optional(),
  films: z.string().nullable().optional(),
});
export type SocketHello = z.input<typeof socketHello>;
export type ReadHello = z.output<typeof socketHello>;

/** The maximum size of a request at `/mcp` in bytes. */
export const MAX_REQUEST_BYTES = 6 * 2 ** 20;

/** The maximum length of a socket path in bytes. macOS allows 104 bytes, including the final NUL. */
const MAX_PATH = 100;

/** The time in milliseconds in which the other process must answer. */
const ANSWER_MILLISECONDS = 2000;

/**
 * Asks the process that uses the workspace to close it, over the socket for assistants. Returns whether that process
 * agreed; it then closes the workspace soon.
 */
export async function requestShutdown(socket: string): Promise<boolean> {
  const connection = connect(socket);
  const limit = AbortSignal.timeout(ANSWER_MILLISECONDS);
  try {
    await once(connection, 'connect', { signal: limit });
    const hello: SocketHello = { scenewright: 1, leave: true };
    connection.write(`${JSON.stringify(hello)}\n`);
    const [answer] = await once(connection, 'data', { signal: limit });
    return String(answer).includes('"leaving":true');
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}

/** The maximum length of the first line in bytes, and the time in milliseconds in which it must arrive. */
const MAX_HELLO = 64 * 1024;
const HELLO_MILLISECONDS = 5000;

/** Reads the first line; null if it is late, too long, or not a hello. Later bytes stay in the socket. */
export function readHello(socket: Socket): Promise<ReadHello | null> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const done = (hello: ReadHello | null) => {
      clearTimeout(timer);
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      resolve(hello);
    };
    const onClose = () => done(null);
    const onData = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const end = read.indexOf(0x0a);
      if (end === -1) {
        if (read.length > MAX_HELLO) done(null);
        return;
      }
      const parsed = parseHello(read.subarray(0, end).toString('utf8'));
      done(parsed);
      const rest = read.subarray(end + 1);
      if (rest.length > 0) socket.unshift(rest);
    };
    const timer = setTimeout(() => done(null), HELLO_MILLISECONDS);
    socket.on('data', onData);
    socket.once('close', onClose);
  });
}

function parseHello(line: string): ReadHello | null {
  try {
    return socketHello.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Resolves the folders once, so that a link in their paths that changes later has no effect. */
export async function foldersOf({ files = [], films = null }: ReadHello): Promise<OpenedFolders> {
  const resolved = await Promise.all(files.map((folder) => realpath(folder).catch(() => null)));
  return {
    files: resolved.filter((folder) => folder !== null),
    films: films === null ? null : await realpath(films).catch(() => null),
  };
}
