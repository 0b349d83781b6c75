import type { z } from 'zod';
import type { agentKey, agentState } from '#shared/contract/shapes/agent-shapes.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { HandlersOf } from '../http/handler.ts';
import type { Clock, Database } from '../storage/ports.ts';
import { createAgentCalls } from './agent-calls.ts';
import { createAgentLimits } from './agent-limits.ts';
import { openAgentSettings, type StoredKey } from './agent-settings.ts';
import { createMcpEndpoint, type McpEndpoint } from './mcp-http.ts';
import type { McpOptions } from './mcp-server.ts';
import { type McpSocket, openMcpSocket } from './mcp-socket.ts';
import type { ToolServices } from './tool-context.ts';

export interface AgentOptions extends Omit<ToolServices, 'records'> {
  readonly workspace: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  /** The path of the socket for programs of this machine. */
  readonly socket: string;
  /** Ends this service for another one that wants the workspace; null if it does not leave. */
  readonly onLeave: (() => void) | null;
  /** Called with errors that are defects of the service, and with failures to open the socket. */
  readonly onFailure: (error: unknown) => void;
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
  const mcp: McpOptions = {
    version,
    gate: { settings, limits: createAgentLimits(), services: { ...options, records }, onFailure },
    bounded: (key, signal) => {
      const entry = { key, controller: new AbortController() };
      running.add(entry);
      return {
        signal: AbortSignal.any([signal, entry.controller.signal]),
        [Symbol.dispose]: () => running.delete(entry),
      };
    },
  };
  const endpoint = createMcpEndpoint(mcp, {
    keyOf: settings.keyOf,
    isOn: () => {
      const { on, http } = settings.get();
      return on && http;
    },
  });
  let socket: McpSocket | null = null;
  let opening: Promise<void> = Promise.resolve();
  let isStopped = false;
  /** Opens or closes the socket, one after the other, so that its state follows the settings. */
  const followSwitch = (): Promise<void> => {
    opening = opening.then(async () => {
      const isOn = settings.get().on && !isStopped;
      if (isOn && socket === null)
        socket = await openMcpSocket(options.socket, { ...mcp, settings, clock, onLeave: options.onLeave });
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
      for (const { controller } of running) controller.abort(new ServiceError('agents/off'));
      await Promise.all([followSwitch(), endpoint.close()]);
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
