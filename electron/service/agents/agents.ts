import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { agentKey, agentState } from '#shared/contract/shapes/agent-shapes.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { Clock, Database } from '../storage/ports.ts';
import { createAgentCalls } from './agent-calls.ts';
import { followChanges } from './agent-changes.ts';
import { createAgentLimits } from './agent-limits.ts';
import { openAgentSettings, type StoredKey } from './agent-settings.ts';
import { MAX_REQUEST_BYTES } from './agent-socket.ts';
import type { McpOptions, McpRequests, McpSocket } from './mcp-connections.ts';
import type { ToolServices } from './tool-context.ts';

export interface AgentOptions extends Omit<ToolServices, 'records'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  /** The path of the socket for programs of this machine. */
  readonly socket: string;
  /** Ends this service when another service requests the workspace; null if this service never yields. */
  readonly onLeave: (() => void) | null;
  /** Called with internal errors of the service, and with failures to open the socket. */
  readonly onFailure: (error: unknown) => void;
}

/** The endpoint `/mcp`. */
export interface McpEndpoint {
  /** Returns the active key with this secret; null if there is none. */
  readonly keyOf: (secret: string) => StoredKey | null;
  /** Whether the tools are available over HTTP now. */
  readonly isOn: () => boolean;
  /** Reads the body of a request. Throws `request/too-large`. */
  readonly readBody: (request: IncomingMessage) => Promise<Uint8Array<ArrayBuffer>>;
  /** Answers a request that was authenticated with `key`. Writes the whole answer. */
  readonly answer: (
    request: IncomingMessage,
    response: ServerResponse,
    key: StoredKey,
    body: Uint8Array<ArrayBuffer>,
  ) => Promise<void>;
}

type AgentCallNames = 'readAgents' | 'changeAgents' | 'createAgentKey' | 'revokeAgentKey' | 'listAgentCalls';

/** The access of assistants to a service. */
export interface Agents {
  readonly handlers: HandlersOf<AgentCallNames>;
  readonly endpoint: McpEndpoint;
  /** Opens the socket if assistants are on, and follows the settings. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
}

/** The time in milliseconds for which a program counts as working after its last call. */
const WORKING_MILLISECONDS = 120_000;
const PAGE = 100;

export function createAgents(options: AgentOptions): Agents {
  const { workspace, events, clock, version, onFailure } = options;
  const settings = openAgentSettings(workspace);
  const records = createAgentCalls(options);
  const running = new Set<{ readonly key: StoredKey; readonly controller: AbortController }>();
  const { database } = options;
  const changes = followChanges(events, (uid) => {
    const name = database.get('SELECT name FROM project WHERE uid = ?', uid)?.['name'];
    return typeof name === 'string' ? name : null;
  });
  const mcp: McpOptions = {
    version,
    changes,
    host: { settings, limits: createAgentLimits(), services: { ...options, records }, onFailure },
    bounded: (key, signal) => {
      const entry = { key, controller: new AbortController() };
      running.add(entry);
      return {
        signal: AbortSignal.any([signal, entry.controller.signal]),
        [Symbol.dispose]: () => running.delete(entry),
      };
    },
  };
  // Load the protocol at its first use, because it is large and the service must start quickly.
  const load = () => import('./mcp-connections.ts');
  let requests: Promise<McpRequests> | null = null;
  const endpoint: McpEndpoint = {
    keyOf: settings.keyOf,
    isOn: () => {
      const { on, http } = settings.get();
      return on && http;
    },
    readBody,
    answer: async (...request) => {
      requests ??= load().then(({ createMcpRequests }) => createMcpRequests(mcp));
      await (await requests).answer(...request);
    },
  };
  let socket: McpSocket | null = null;
  let opening: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** Opens or closes the socket as the settings require. Calls run one after another. */
  const followSwitch = (): Promise<void> => {
    opening = opening.then(async () => {
      const isOn = settings.get().on && !isStopped;
      if (isOn && socket === null)
        socket = await (await load()).openMcpSocket(options.socket, {
          ...mcp,
          settings,
          clock,
          onLeave: options.onLeave,
        });
      if (!isOn && socket !== null) {
        const closing = socket;
        socket = null;
        await closing.close();
      }
    }, onFailure);
    opening = opening.catch(onFailure);
    return opening;
  };
  /** Ends running calls that the settings no longer permit. */
  const endForbidden = (): void => {
    const { on, keys } = settings.get();
    for (const { key, controller } of running) {
      const current = keys.find(({ id }) => id === key.id);
      if (!on || current === undefined || current.revokedAt !== null) controller.abort(new ServiceError('agents/off'));
    }
  };
  const onChange = (): void => {
    endForbidden();
    changes.settingsChanged();
    events.announce({ type: 'agents.changed', project: null, data: {} });
    void followSwitch();
  };
  const state = (): z.output<typeof agentState> => {
    const { on, http, paused, keys } = settings.get();
    const used = records.lastUsed();
    const { calls } = records.list(1, null);
    const last = calls[0];
    const isWorking = last !== undefined && Date.parse(last.at) > clock() - WORKING_MILLISECONDS;
    return {
      ...{ on, http, paused, workspace },
      keys: keys.map((key) => shapeOf(key, used)),
      working: isWorking ? last.author : null,
    };
  };
  let watching: Disposable | null = null;
  return {
    endpoint,
    handlers: {
      readAgents: () => ({ status: 200, json: state() }),
      changeAgents: async ({ body }) => {
        await settings.set(body as Partial<z.output<typeof agentState>>);
        onChange();
        await opening;
        return { status: 200, json: state() };
      },
      createAgentKey: async ({ body }) => {
        const { key, secret } = await settings.createKey(body, clock());
        onChange();
        return { status: 201, json: { ...shapeOf(key, new Map()), secret } };
      },
      revokeAgentKey: async ({ parameters }) => {
        const key = await settings.revoke(parameters.key, clock());
        onChange();
        return { status: 200, json: shapeOf(key, records.lastUsed()) };
      },
      listAgentCalls: ({ query }) => {
        const { cursor: text } = query;
        if (text !== undefined && !/^\d{1,15}$/.test(text))
          throw new ServiceError('request/invalid', 'The cursor isn’t from this list.');
        const { calls, cursor } = records.list(query.limit ?? PAGE, text === undefined ? null : Number(text));
        return { status: 200, json: { calls, cursor: cursor === null ? null : String(cursor) } };
      },
    },
    start: () => {
      watching = settings.watch(onChange);
      void followSwitch();
    },
    stop: async () => {
      isStopped = true;
      watching?.[Symbol.dispose]();
      changes.stop();
      for (const { controller } of running) controller.abort(new ServiceError('agents/off'));
      await Promise.all([followSwitch(), requests?.then((opened) => opened.close())]);
    },
  };
}

function shapeOf(
  { id, name, scopes, projects, addresses, sha256, createdAt, revokedAt }: StoredKey,
  used: ReadonlyMap<string, number>,
): z.output<typeof agentKey> {
  const lastUsed = used.get(id);
  return {
    ...{ id, name, scopes, projects, addresses, local: sha256 === null },
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: lastUsed === undefined ? null : new Date(lastUsed).toISOString(),
    revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
  };
}

/** Reads the body of a request at `/mcp`. */
async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new ServiceError('request/too-large', `A request can have up to ${MAX_REQUEST_BYTES / 2 ** 20} MiB.`);
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
