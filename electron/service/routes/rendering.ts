import type { HandlersOf } from '../http/handler.ts';
import type { Rendering } from '../renders/open-rendering.ts';
import type { BlobStore, ProjectUid } from '../storage/ports.ts';
import { type BatchCalls, batchHandlers } from './batches.ts';
import { type RenderCalls, renderHandlers } from './renders.ts';

export interface RenderingRoutes {
  readonly blobs: BlobStore;
  readonly region: string;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

export function renderingHandlers(
  { queue, batches, outdated, records, requests }: Rendering,
  { blobs, region, requireProject }: RenderingRoutes,
): HandlersOf<RenderCalls | BatchCalls> {
  return {
    ...renderHandlers({ queue, outdated, records, requests, blobs, requireProject, region }),
    ...batchHandlers({ batches, outdated, blobs, requests, requireProject, region }),
  };
}
