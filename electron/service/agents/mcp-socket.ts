import { chmod, mkdir, realpath, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { z } from 'zod';
import type { AgentSettings } from './agent-settings.ts';
import { createMcpServer, type McpOptions } from './mcp-server.ts';
import { plainText } from './run-tool-call.ts';
import { socketHello } from './socket-path.ts';
import type { OpenedFolders } from './tool-context.ts';

const MAX_HELLO = 64 * 1024;
const HELLO_MILLISECONDS = 5000;
/** The maximum size of a message in bytes. A longer one closes the connection. */
const MAX_MESSAGE = 8 * 2 ** 20;
const DEFAULT_NAME = 'Assistant';

export interface McpSocket {
  readonly close: () => Promise<void>;
}

/** Opens the socket for programs of this user. Throws the system's error. */
export async function openMcpSocket(
  path: string,
  {
    settings,
    clock,
    onLeave,
    ...options
  }: McpOptions & {
    readonly settings: AgentSettings;
    readonly clock: () => number;
    /** Ends this service for another one; null if it does not leave. */
    readonly onLeave: (() => void) | null;
  },
): Promise<McpSocket> {
  if (!path.startsWith('\\\\')) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    // Only the owner of the workspace opens the socket, so a file of an earlier process is unused.
    await rm(path, { force: true });
  }
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    void accept(socket);
  });

  async function accept(socket: Socket): Promise<void> {
    const hello = await readHello(socket);
    if (hello === null) {
      socket.destroy();
      return;
    }
    if (hello.leave === true) {
      socket.end(`${JSON.stringify({ leaving: onLeave !== null })}\n`);
      onLeave?.();
      return;
    }
    const folders = await foldersOf(hello);
    const caller = {
      folders,
      keyFor: async (client: string | null) => {
        const name = plainText(hello.name ?? client ?? DEFAULT_NAME).slice(0, 80) || DEFAULT_NAME;
        const scopes = hello.scopes ?? ['look', 'edit', 'render'];
        return await settings.localKey({ name, scopes, projects: hello.projects ?? null, addresses: false }, clock());
      },
    };
    const handle = serveStdio((context) => createMcpServer(caller, context, options), {
      transport: new StdioServerTransport(socket, socket, { maxBufferSize: MAX_MESSAGE }),
      onerror: () => undefined,
    });
    socket.once('close', () => void handle.close().catch(() => undefined));
  }

  await listen(server, path);
  if (!path.startsWith('\\\\')) await chmod(path, 0o600);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Reads the first line; null if it is late, too long, or not a hello. Later bytes stay in the socket. */
function readHello(socket: Socket): Promise<z.output<typeof socketHello> | null> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const done = (hello: z.output<typeof socketHello> | null) => {
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

function parseHello(line: string): z.output<typeof socketHello> | null {
  try {
    return socketHello.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Resolves the folders once, so that a link in their paths that changes later has no effect. */
async function foldersOf({ files = [], films = null }: z.output<typeof socketHello>): Promise<OpenedFolders> {
  const resolved = await Promise.all(files.map((folder) => realpath(folder).catch(() => null)));
  return {
    files: resolved.filter((folder) => folder !== null),
    films: films === null ? null : await realpath(films).catch(() => null),
  };
}
