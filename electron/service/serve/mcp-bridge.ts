import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { openAgentSettings } from '../agents/agent-settings.ts';
import { type SocketHello, socketPath } from '../agents/agent-socket.ts';
import { createService, type Service } from '../create-service.ts';
import { ServiceError } from '../errors/service-error.ts';
import { takePrivateUmask } from '../files/private-umask.ts';
import { dataFolder } from '../files/user-folders.ts';
import { openServiceLog } from '../log/service-log.ts';

const mcpHelp = `scenewright mcp [options]

Connects an assistant to Scenewright over the Model Context Protocol (MCP). The assistant starts this command and talks to it over
standard input and output. It uses the running editor or service; without one, it opens the workspace itself.

  --workspace FOLDER    the workspace (default: the one of the desktop app)
  --enable              switch on assistants for this workspace; you permit it by writing this line
  --name NAME           name of the assistant beside its changes (default: the name that it states)
  --projects NAME       a project that it can use, by name or uid; repeatable (default: all projects)
  --look-only           it can look, but change and render nothing
  --files FOLDER        a folder from which it can add files; repeatable
  --films FOLDER        a folder to which it can save films
`;

interface McpArguments {
  readonly workspace: string | null;
  readonly enable: boolean;
  readonly hello: SocketHello;
}

/** The time in milliseconds in which a starting service opens its socket. */
const CONNECT_MILLISECONDS = 20_000;
const RETRY_MILLISECONDS = 100;
/** The number of consecutive connections that the service closes without an answer before the command ends. */
const MAX_REFUSALS = 10;
/** The time in milliseconds in which another process must open the workspace that this process left to it. */
const LEFT_MILLISECONDS = 10_000;
/** The time in milliseconds in which the process exits after its input ends. */
const EXIT_MILLISECONDS = 2000;
/** The maximum length of a message in bytes. */
const MAX_LINE = 8 * 2 ** 20;

/** Connects standard input and output to the service of a workspace until the input ends. Returns the exit code. */
export async function mcpMain(args: readonly string[]): Promise<number> {
  takePrivateUmask();
  const parsed = parseMcpArguments(args);
  if (!parsed.ok) return refuse(`${parsed.error} (see scenewright mcp --help)`);
  if (parsed.value === 'help') {
    process.stdout.write(mcpHelp);
    return 0;
  }
  const { workspace: given, enable, hello } = parsed.value;
  const workspace = given === null ? dataFolder(process.env, process.platform) : resolve(given);
  await mkdir(workspace, { recursive: true, mode: 0o700 });
  const settings = openAgentSettings(workspace);
  if (enable) await settings.set({ on: true });
  if (!settings.get().on)
    return refuse(
      'assistants are off in this workspace; run `scenewright agents on`, or start this command with --enable',
    );
  const connection = createConnection(workspace);
  const bridge = createBridge(hello, connection.open);
  try {
    await bridge.run(process.stdin, process.stdout);
    return 0;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  } finally {
    setTimeout(() => process.exit(), EXIT_MILLISECONDS).unref();
    await connection.close();
  }
}

function parseMcpArguments(args: readonly string[]): Result<McpArguments | 'help', string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        workspace: { type: 'string' },
        enable: { type: 'boolean', default: false },
        name: { type: 'string' },
        projects: { type: 'string', multiple: true },
        'look-only': { type: 'boolean', default: false },
        files: { type: 'string', multiple: true, default: [] },
        films: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
      strict: true,
    });
    if (values.help) return ok('help');
    if (positionals[0] !== undefined) return err(`unexpected argument ${positionals[0]}`);
    const { workspace = null, enable, name, projects, files, films } = values;
    const hello: SocketHello = {
      scenewright: 1,
      ...(name !== undefined && { name }),
      ...(values['look-only'] && { scopes: ['look'] as const }),
      ...(projects !== undefined && { projects }),
      files: files.map((folder) => resolve(folder)),
      ...(films !== undefined && { films: resolve(films) }),
    } as SocketHello;
    return ok({ workspace, enable, hello });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

function refuse(sentence: string): number {
  process.stderr.write(`scenewright: ${sentence}\n`);
  return 1;
}

/**
 * Creates connections to the service of a workspace. Opens a service in this process if no other process uses the
 * workspace.
 */
function createConnection(workspace: string) {
  const path = socketPath(workspace, process.env, process.platform);
  let own: Promise<Service> | null = null;
  let leftAt = Number.NEGATIVE_INFINITY;
  const leave = () => {
    const leaving = own;
    own = null;
    leftAt = performance.now();
    void leaving?.then((service) => service.close());
  };
  /** Whether the process to which this process left the workspace still has time to open it. */
  const isExpectingOther = () => performance.now() < leftAt + LEFT_MILLISECONDS;
  const openOwn = async (): Promise<void> => {
    const opening = createService(ownConfig(workspace, leave));
    own = opening;
    try {
      await opening;
    } catch (error) {
      own = null;
      // Ignore the error, because the other process opens its socket soon.
      if (!(error instanceof ServiceError && error.code === 'workspace/in-use')) throw error;
    }
  };
  return {
    open: async (): Promise<Socket> => {
      const end = Date.now() + CONNECT_MILLISECONDS;
      for (;;) {
        const socket = await tryConnect(path);
        if (socket !== null) return socket;
        if (own === null && !isExpectingOther()) await openOwn();
        if (Date.now() > end) throw new Error(`another process uses the workspace ${workspace} but doesn’t answer`);
        await pause(RETRY_MILLISECONDS);
      }
    },
    close: async (): Promise<void> => {
      const service = await own?.catch(() => null);
      await service?.close();
    },
  };
}

function ownConfig(workspace: string, onLeave: () => void): Parameters<typeof createService>[0] {
  return {
    ...{ workspace, onLeave, listens: false, host: '127.0.0.1', port: 0, region: 'local' },
    ...{ credentials: null, allowHosts: [], hostNames: [], clusters: new Map() },
    ...{ environment: process.env, bundledFfmpeg: null, editor: null },
    // Log to standard error, because standard output contains the messages of the protocol.
    logger: openServiceLog([], false, 'warn').logger,
    clock: Date.now,
  };
}

async function tryConnect(path: string): Promise<Socket | null> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    socket.destroy();
    return null;
  }
}

interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly uri?: unknown } | null;
}

/**
 * A bridge that passes lines between two streams and a socket. If the service ends, the bridge connects to the next
 * service, repeats the client's handshake, and answers lost calls with an error.
 */
function createBridge(hello: SocketHello, open: () => Promise<Socket>) {
  const pending = new Set<string | number>();
  const handshake: string[] = [];
  /** The subscription requests by resource. A new service does not have them. */
  const subscriptions = new Map<string, string>();
  /** The ids of repeated requests, for which the client already has answers. */
  const repeated = new Set<string | number>();
  let isOver = false;

  const noteRequest = (line: string): void => {
    const { id, method, params } = messageIn(line);
    if (method === 'initialize' || method === 'notifications/initialized') handshake.push(line);
    if (method === 'resources/subscribe') subscriptions.set(String(params?.uri), line);
    if (method === 'resources/unsubscribe') subscriptions.delete(String(params?.uri));
    if (method !== undefined && id !== undefined && id !== null) pending.add(id);
  };
  /** Returns whether a line of the service is passed to the client. */
  const isForClient = (line: string): boolean => {
    const { id, method } = messageIn(line);
    if (method !== undefined || id === undefined || id === null) return true;
    pending.delete(id);
    return !repeated.delete(id);
  };
  return {
    run: async (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<void> => {
      const write = (line: string) => output.write(`${line}\n`);
      const begin = async (isAgain: boolean): Promise<Socket> => {
        const opened = await open();
        opened.on('error', () => opened.destroy());
        opened.write(`${JSON.stringify(hello)}\n`);
        if (isAgain)
          for (const line of [...handshake, ...subscriptions.values()]) {
            const { id } = messageIn(line);
            if (id !== undefined && id !== null) repeated.add(id);
            opened.write(`${line}\n`);
          }
        return opened;
      };
      // Lines of the client wait for this connection, so that no line is lost between two services.
      let connection = begin(false);
      /** Passes on the lines of a connection until it ends. Returns whether there were any lines. */
      const passOn = async (socket: Socket): Promise<boolean> => {
        let isAnswered = false;
        for await (const line of linesOf(socket)) {
          isAnswered = true;
          if (isForClient(line)) write(line);
        }
        return isAnswered;
      };
      const serve = async () => {
        for (let refusals = 0; ; ) {
          refusals = (await passOn(await connection)) ? 0 : refusals + 1;
          if (isOver) return;
          await backOff(refusals);
          connection = begin(true);
          for (const id of pending) write(lostAnswer(id));
          pending.clear();
        }
      };
      const read = async () => {
        for await (const line of linesOf(input)) {
          const socket = await connection;
          noteRequest(line);
          socket.write(`${line}\n`);
        }
        isOver = true;
      };
      await Promise.race([serve(), read()]);
      isOver = true;
      (await connection).destroy();
    },
  };
}

/** Waits before the next connection. Throws an error after several connections that the service closed immediately. */
async function backOff(refusals: number): Promise<void> {
  if (refusals >= MAX_REFUSALS) throw new Error('the service has too many connected assistants; close one first');
  if (refusals > 1) await pause(RETRY_MILLISECONDS * refusals);
}

function messageIn(line: string): Message {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function lostAnswer(id: string | number): string {
  const error = { code: -32603, message: 'The service ended during this call. Read the state, then call again.' };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

/** Yields the lines of a stream. Throws an error for a line above the limit. Ends quietly if the stream breaks. */
async function* linesOf(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let size = 0;
  const chunks = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(() => null);
    if (next === null || next.done === true) return;
    let chunk = Buffer.from(next.value);
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a)) {
      const line = Buffer.concat([...rest, chunk.subarray(0, end)])
        .toString('utf8')
        .replace(/\r$/, '');
      rest = [];
      size = 0;
      if (line.trim() !== '') yield line;
      chunk = chunk.subarray(end + 1);
    }
    size += chunk.length;
    if (size > MAX_LINE) throw new Error('a message is longer than 8 MiB');
    if (chunk.length > 0) rest.push(chunk);
  }
}
