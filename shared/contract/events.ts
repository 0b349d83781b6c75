import { z } from 'zod';
import { liveTableEvents } from './calls/live-tables.ts';
import { agentCall } from './shapes/agent-shapes.ts';
import { mediaProxy } from './shapes/media-shapes.ts';
import { renderState, sceneCounts } from './shapes/render-shapes.ts';
import { revisionOrigin } from './shapes/shapes.ts';

const named = z.object({ name: z.string() });
const saved = named.extend({ etag: z.string() });

/**
 * The data of the events in the stream, by type. Every event also has `project` and `at`. An event only identifies the
 * changed resource; use a call to read its current state.
 */
export const eventData = {
  'project.created': z.object({ uid: z.string(), name: z.string() }),
  'project.renamed': z.object({ uid: z.string(), name: z.string() }),
  'project.opened': z.object({ uid: z.string() }),
  'project.deleted': z.object({ uid: z.string() }),
  'project.published': z.object({
    state: z.enum(['sending', 'published']),
    cluster: z.string(),
    done: z.int().optional().describe('Number of sent bytes; `total` is the number of all bytes'),
    total: z.int().optional(),
    name: z.string().optional(),
    version: z.int().optional(),
  }),
  'brand.changed': z.object({ etag: z.string() }),
  'asset.saved': saved,
  'asset.deleted': named,
  /** The trash of a project changed. */
  'trash.changed': z.object({}),
  'upload.changed': z.object({
    id: z.string(),
    name: z.string(),
    state: z.enum(['open', 'finished', 'abandoned', 'expired']),
    chunkId: z.int().optional(),
  }),
  'movie.saved': named,
  'movie.deleted': named,
  'template.saved': saved.extend({ revision: z.int(), ...revisionOrigin.shape }),
  'template.deleted': named,
  'editing.saved': saved,
  'batch-table.saved': saved,
  'render.changed': z.object({
    id: z.string(),
    state: renderState,
    attempt: z.int(),
    batch: z.string().nullable(),
  }),
  'render.progress': z.object({
    id: z.string(),
    batch: z.string().nullable(),
    done: z.int(),
    total: z.int(),
    fps: z.number().nullable(),
    etaSeconds: z.number().nullable(),
    scenes: sceneCounts.nullable().optional(),
  }),
  'render.deleted': z.object({ id: z.string() }),
  'media.proxy': mediaProxy.omit({ etag: true }).extend({
    etag: z.string().describe('ETag of the source'),
    src: z.string().optional(),
    url: z.string().optional(),
    deinterlace: z.enum(['true', 'false']).optional().describe('`false` for a proxy that is not deinterlaced'),
  }),
  'loudness.progress': z.object({
    watch: z.string().describe('Id that the caller gave to this measurement'),
    share: z.number().describe('Progress from 0 to 1'),
    etaSeconds: z.number().nullable(),
  }),
  'check.progress': z.object({
    id: z.string(),
    state: z.enum(['running', 'done', 'failed']),
    done: z.int().describe('Number of checked films; `total` is the number of all films'),
    total: z.int(),
    share: z.number().describe('Progress of the check, from 0 to 1'),
  }),
  /** A design was added, replaced, or deleted, or its preview film is ready. */
  'designs.changed': named,
  /** The settings or the keys of assistants changed. */
  'agents.changed': z.object({}),
  /** An assistant made a call. */
  'agents.call': agentCall,
  'batch.changed': z.object({ id: z.string(), state: z.string() }),
  ...liveTableEvents,
} as const satisfies Record<string, z.ZodObject>;

export type ServiceEventType = keyof typeof eventData;

/** A discriminated union by `type`, so a switch narrows the type of `data`. */
export type ServiceEvent = {
  readonly [Type in ServiceEventType]: {
    readonly type: Type;
    readonly project: string | null;
    readonly data: z.output<(typeof eventData)[Type]>;
  };
}[ServiceEventType];

export const serviceEventTypes = Object.keys(eventData) as readonly ServiceEventType[];

const envelope = z.object({ project: z.string().nullable() });

/** Parses the data of an event from the stream. Returns null if the data does not match the schema. */
export function parseServiceEvent(type: ServiceEventType, text: string): ServiceEvent | null {
  const json = parseJson(text);
  const data = eventData[type].safeParse(json);
  const envelopeData = envelope.safeParse(json);
  if (!data.success || !envelopeData.success) return null;
  // The schema was selected by the type, so the data matches the type. TypeScript cannot infer this.
  return { type, project: envelopeData.data.project, data: data.data } as ServiceEvent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
