import type { ServiceEvent } from '#shared/contract/events.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { queryKeys } from '../client/query-keys.ts';

type Proxy = Extract<ServiceEvent, { type: 'media.proxy' }>['data'];
type Progress = Extract<ServiceEvent, { type: 'render.progress' }>['data'];

/** Says which entries of the query cache an event changes. */
export type CacheChange =
  | { readonly type: 'stale'; readonly key: readonly unknown[] }
  /** Reads one asset again instead of a list of thousands. */
  | { readonly type: 'asset'; readonly project: string; readonly name: string }
  | { readonly type: 'asset-gone'; readonly project: string; readonly name: string }
  | { readonly type: 'project-gone'; readonly project: string }
  /** Passes and is not kept by the service: patched in, never fetched. */
  | { readonly type: 'progress'; readonly project: string; readonly progress: Progress }
  | { readonly type: 'proxy'; readonly project: string; readonly proxy: Proxy };

/** The changes of one event. */
export function cacheChangesOf(event: ServiceEvent): readonly CacheChange[] {
  if (event.type === 'project.created') return [stale(queryKeys.projects)];
  if (event.type === 'designs.changed') return [stale(queryKeys.designs)];
  const { project } = event;
  // Only events of projects are left, and the service names the project in each.
  if (project === null) return [];
  switch (event.type) {
    case 'project.renamed':
    case 'project.opened':
      return [stale(queryKeys.projects)];
    case 'project.deleted':
      return [stale(queryKeys.projects), { type: 'project-gone', project }];
    case 'project.published':
      return event.data.state === 'published'
        ? [stale(queryKeys.published(event.data.cluster)), stale(queryKeys.projects)]
        : [];
    // Which assets templates lack may be others now, and so may the values of their variables.
    case 'brand.changed':
      return [
        stale(queryKeys.brand(project)),
        stale(queryKeys.movies(project)),
        stale(queryKeys.projects),
        stale(queryKeys.outdated),
      ];
    // The brand says which of its assets are not there.
    case 'asset.saved':
      return [
        { type: 'asset', project, name: event.data.name },
        stale(queryKeys.brand(project)),
        stale(queryKeys.projects),
        stale(queryKeys.outdated),
      ];
    case 'asset.deleted':
      return [
        { type: 'asset-gone', project, name: event.data.name },
        stale(queryKeys.brand(project)),
        stale(queryKeys.projects),
        stale(queryKeys.outdated),
      ];
    case 'trash.changed':
      return [stale(queryKeys.trash(project))];
    case 'upload.changed':
      return event.data.chunkId === undefined ? [stale(queryKeys.uploads(project))] : [];
    case 'movie.saved':
    case 'movie.deleted':
      return [stale(queryKeys.movies(project)), stale(queryKeys.projects), stale(queryKeys.outdated)];
    case 'template.saved':
    case 'template.deleted':
      return [
        stale(queryKeys.templates(project)),
        stale(queryKeys.template(project, event.data.name)),
        stale(queryKeys.projects),
        stale(queryKeys.outdated),
      ];
    case 'editing.saved':
      return [stale(queryKeys.editing(project, event.data.name))];
    case 'render.changed':
      return [
        stale(queryKeys.renders(project)),
        stale(queryKeys.queue),
        // The films of a batch are compared when it ends, or a thousand of them would be after each.
        ...(event.data.batch === null ? [stale(queryKeys.outdated)] : []),
      ];
    case 'render.deleted':
      return [stale(queryKeys.renders(project)), stale(queryKeys.queue), stale(queryKeys.outdated)];
    case 'render.progress':
      return [{ type: 'progress', project, progress: event.data }];
    case 'media.proxy':
      return [{ type: 'proxy', project, proxy: event.data }];
    // Whoever measures listens for itself.
    case 'loudness.progress':
      return [];
    case 'batch.changed':
      return [stale(queryKeys.batches(project)), stale(queryKeys.allBatches), stale(queryKeys.outdated)];
    default:
      return assertNever(event);
  }
}

function stale(key: readonly unknown[]): CacheChange {
  return { type: 'stale', key };
}

/** Many changes as the fewest that do the same: the last of each thing counts. */
export function coalesce(changes: readonly CacheChange[]): readonly CacheChange[] {
  const last = new Map<string, CacheChange>();
  for (const change of changes) {
    const identity = identityOf(change);
    last.delete(identity);
    last.set(identity, change);
  }
  return [...last.values()];
}

function identityOf(change: CacheChange): string {
  switch (change.type) {
    case 'stale':
      return JSON.stringify(change.key);
    case 'asset':
    case 'asset-gone':
      return `asset ${change.project} ${change.name}`;
    case 'project-gone':
      return `project ${change.project}`;
    case 'progress':
      return `progress ${change.progress.id}`;
    case 'proxy':
      return `proxy ${change.project} ${change.proxy.src ?? change.proxy.url}`;
    default:
      return assertNever(change);
  }
}
