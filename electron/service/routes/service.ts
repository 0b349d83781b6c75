import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dynamicMovieSchema } from '#shared/template-json/json-schema.ts';
import type { AreaLimits } from '../disk/area-limits.ts';
import type { WorkspaceAreas } from '../disk/workspace-areas.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { isKnownBad } from '../ffmpeg/tools-version.ts';
import { documentationPage } from '../http/documentation.ts';
import type { HandlersOf } from '../http/handler.ts';
import { openApiDocument } from '../http/openapi.ts';
import { openEventStream } from '../storage/database/event-stream.ts';
import type { EventLog } from '../storage/ports.ts';
import type { Workspace } from '../storage/stores.ts';
import { countsByStart, type FarmHealth } from './farm/farm-health.ts';

export interface ServiceRouteOptions {
  readonly workspace: Pick<Workspace, 'workspace' | 'state'>;
  readonly version: string;
  readonly region: string;
  /** The path of a file with the credentials for `curl --config`; null if the file was not written. */
  readonly curlConfig: string | null;
  /** Returns the tools, `searching` during the search, or null if FFmpeg is missing. */
  readonly tools: (signal: AbortSignal) => Promise<MediaTools | 'searching' | null>;
  readonly queue: { counts(): { readonly queued: number; readonly running: number } };
  /** Returns the health of the farm; null if this process makes the films. */
  readonly farm: (signal: AbortSignal) => Promise<FarmHealth | null>;
}

type ServiceCalls = 'readHealth' | 'readAccess' | 'readOpenApi' | 'readDocumentation' | 'readMovieSchema';

/** Returns the handlers about the service itself. */
export function serviceHandlers({
  workspace,
  version,
  region,
  curlConfig,
  tools,
  queue,
  farm,
}: ServiceRouteOptions): HandlersOf<ServiceCalls> {
  return {
    readHealth: async ({ signal }) => {
      const search = await tools(signal);
      const mediaTools = search === 'searching' ? null : search;
      const workers = (await farm(signal)) ?? { answer: null, notBegun: 0 };
      // Report `read-only` if the folder of the workspace is missing, because changes are then impossible.
      const disk = await statfs(workspace.workspace).catch(() => null);
      const state = disk === null ? 'read-only' : workspace.state();
      const isDegraded = search === null || (workers.answer !== null && workers.answer.waitsFor !== null);
      const { bavail, blocks, bsize } = disk ?? { bavail: 0, blocks: 0, bsize: 0 };
      return {
        status: 200,
        json: {
          status: state === 'ok' && isDegraded ? 'degraded' : state,
          version,
          region,
          ffmpeg:
            mediaTools === null ? null : { version: mediaTools.version, knownBad: isKnownBad(mediaTools.version) },
          disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
          queue: countsByStart(queue.counts(), workers.notBegun),
          farm: workers.answer,
        },
      };
    },
    readAccess: () => ({ status: 200, json: { curlConfig } }),
    readOpenApi: ({ origin }) => ({ status: 200, json: openApiDocument(version, [origin]) }),
    readDocumentation: () => ({
      status: 200,
      text: documentationPage(version),
      contentType: 'text/html; charset=utf-8',
    }),
    readMovieSchema: () => ({ status: 200, json: dynamicMovieSchema() }),
  };
}

export function eventHandlers(events: EventLog): HandlersOf<'followEvents'> {
  return {
    followEvents: ({ headers, signal }) => ({
      status: 200,
      events: openEventStream(events, { lastEventId: eventIdOf(headers['last-event-id']), signal }),
    }),
  };
}

/** Parses the id of an event. Returns null for a missing or invalid id. */
function eventIdOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null;
}

export interface StorageRouteOptions {
  readonly areas: WorkspaceAreas;
  readonly limits: AreaLimits;
  /** The absolute path of the workspace. */
  readonly folder: string;
  /** Called with the error of background work. */
  readonly onFailure: (error: unknown) => void;
}

/** Returns the handlers about the disk usage of the workspace. */
export function storageHandlers({
  areas,
  limits,
  folder,
  onFailure,
}: StorageRouteOptions): HandlersOf<'readStorage' | 'limitStorage' | 'emptyCache'> {
  return {
    readStorage: async () => ({
      status: 200,
      json: { folder: resolve(folder), areas: [...(await areas.list())], limits: limits.get() },
    }),
    limitStorage: ({ body }) => {
      const now = limits.set(body);
      // Do not wait for the removal, because removing gigabytes takes a while.
      areas.prune().catch(onFailure);
      return { status: 200, json: now };
    },
    emptyCache: async ({ parameters }) => {
      const { bytes, files } = await areas.empty(parameters.area);
      return { status: 200, json: { freedBytes: bytes, files } };
    },
  };
}
