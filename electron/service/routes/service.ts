import { statfs } from 'node:fs/promises';
import { dynamicMovieSchema } from '#shared/template/json/json-schema.ts';
import { isKnownBad } from '../ffmpeg/finding/known-bad.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { HandlersOf } from '../http/calls/handler.ts';
import { documentationPage } from '../http/describe/documentation.ts';
import { openApiDocument } from '../http/describe/openapi.ts';
import type { Workspace } from '../storage/stores.ts';
import { begunCounts, type FarmHealth } from './farm/farm-health.ts';

export interface ServiceRouteOptions {
  readonly workspace: Pick<Workspace, 'workspace' | 'state'>;
  readonly version: string;
  readonly region: string;
  /** A file for `curl --config` with the credentials; null where there is none. */
  readonly curlConfig: string | null;
  /** What was found so far; null before that, and where there is none. */
  readonly tools: (signal: AbortSignal) => Promise<MediaTools | 'searching' | null>;
  readonly queue: { counts(): { readonly queued: number; readonly running: number } };
  /** The workers that make its films; null where it makes them itself. */
  readonly farm: (signal: AbortSignal) => Promise<FarmHealth | null>;
}

type ServiceCalls = 'readHealth' | 'readAccess' | 'readOpenApi' | 'readDocumentation' | 'readMovieSchema';

/** The calls about the service itself. */
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
      const found = search === 'searching' ? null : search;
      const workers = (await farm(signal)) ?? { answer: null, notBegun: 0 };
      // Without its folder it takes no changes.
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
          ffmpeg: found === null ? null : { version: found.version, knownBad: isKnownBad(found.version) },
          disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
          queue: begunCounts(queue.counts(), workers.notBegun),
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
