import { resolve } from 'node:path';
import type { AreaLimits } from '../disk/area-limits.ts';
import type { WorkspaceAreas } from '../disk/workspace-areas.ts';
import type { HandlersOf } from '../http/calls/handler.ts';

export interface StorageRouteOptions {
  readonly areas: WorkspaceAreas;
  readonly limits: AreaLimits;
  /** The workspace, as an absolute path. */
  readonly folder: string;
  /** What is done about a failure that nobody waits for. */
  readonly onFailure: (error: unknown) => void;
}

/** The calls about what the workspace takes up. */
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
      // Removing gigabytes takes a while, and nobody has to wait for it.
      areas.prune().catch(onFailure);
      return { status: 200, json: now };
    },
    emptyCache: async ({ parameters }) => {
      const { bytes, files } = await areas.empty(parameters.area);
      return { status: 200, json: { freedBytes: bytes, files } };
    },
  };
}
