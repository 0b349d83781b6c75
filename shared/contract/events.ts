import { z } from 'zod';
import { mediaProxy } from './shapes/media-shapes.ts';
import { renderState, sceneCounts } from './shapes/render-shapes.ts';

const named = z.object({ name: z.string() });
const saved = named.extend({ etag: z.string() });

/**
 * What the event stream tells, by the type of the event. `project` and `at` stand in every event beside these. Events
 * say that something changed, and what is needed to find it; the calls say what it is now.
 */
export const eventData = {
  'project.created': z.object({ uid: z.string(), name: z.string() }),
  'project.renamed': z.object({ uid: z.string(), name: z.string() }),
  'project.opened': z.object({ uid: z.string() }),
  'project.deleted': z.object({ uid: z.string() }),
  'project.published': z.object({
    state: z.enum(['sending', 'published']),
    cluster: z.string(),
    /** While it is sent: bytes, and what went last. */
    done: z.int().optional(),
    total: z.int().optional(),
    name: z.string().optional(),
    version: z.int().optional(),
  }),
  'brand.changed': z.object({ etag: z.string() }),
  'asset.saved': saved,
  'asset.deleted': named,
  /** Something was put into the trash of a project, or taken out of it. */
  'trash.changed': z.object({}),
  'upload.changed': z.object({
    id: z.string(),
    name: z.string(),
    state: z.enum(['open', 'finished', 'abandoned', 'expired']),
    chunkId: z.int().optional(),
  }),
  'movie.saved': named,
  'movie.deleted': named,
  'template.saved': saved.extend({ revision: z.int() }),
  'template.deleted': named,
  'editing.saved': saved,
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
    /** Of the source. */
    etag: z.string(),
    src: z.string().optional(),
    url: z.string().optional(),
    /** `false` of the stand-in whose fields stay. */
    deinterlace: z.enum(['true', 'false']).optional(),
  }),
  'loudness.progress': z.object({
    /** What whoever asked calls the measurement. */
    watch: z.string(),
    /** From 0 to 1. */
    share: z.number(),
    etaSeconds: z.number().nullable(),
  }),
  /** A design was put here, replaced or deleted, or its small film was made. */
  'designs.changed': named,
  'batch.changed': z.object({ id: z.string(), state: z.string() }),
} as const satisfies Record<string, z.ZodObject>;

export type ServiceEventType = keyof typeof eventData;

/** The type is the tag: a switch over it knows what is in `data`. */
export type ServiceEvent = {
  readonly [Type in ServiceEventType]: {
    readonly type: Type;
    readonly project: string | null;
    readonly data: z.output<(typeof eventData)[Type]>;
  };
}[ServiceEventType];

export const serviceEventTypes = Object.keys(eventData) as readonly ServiceEventType[];

const envelope = z.object({ project: z.string().nullable() });

/** An event of the stream as it was sent; null for one that this version does not understand. */
export function parseServiceEvent(type: ServiceEventType, text: string): ServiceEvent | null {
  const json = parseJson(text);
  const data = eventData[type].safeParse(json);
  const about = envelope.safeParse(json);
  if (!data.success || !about.success) return null;
  // The schema was looked up by the type, so they belong together; the compiler cannot follow the look-up.
  return { type, project: about.data.project, data: data.data } as ServiceEvent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
