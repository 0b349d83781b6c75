import { z } from 'zod';
import { issue } from '#shared/contract/shapes/shapes.ts';
import { QUALITIES } from '../../../render/formats/format.ts';
import { formatNames } from '../../../render/formats/formats.ts';
import { hardwareNames } from '../../../render/formats/hardware-encoders.ts';
import type { BlobDigest, ProjectUid } from '../../../storage/ports.ts';
import type { FilmOrder, PartsOrder } from '../../orders/orders.ts';
import type { DividedFilm } from '../../work/order-maker.ts';

/** More than any template has variables, assets or scenes. */
const MOST_ENTRIES = 100_000;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const blob = digest.transform((text) => text as BlobDigest);
const project = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text as ProjectUid);
const count = z.int().min(0);
/** A name of the queue and of files: nothing that leads out of a folder. */
const name = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

const sceneCounts = z.object({ total: count, cached: count });
const dividedFilm = z.object({ question: digest, warnings: z.array(issue).max(MOST_ENTRIES) });

const font = z.strictObject({
  family: z.string().max(500),
  digest,
  weights: z.strictObject({ least: z.number(), most: z.number() }),
  style: z.enum(['normal', 'italic']),
});

const filmOrder = z
  .strictObject({
    kind: z.literal('film'),
    id: name,
    render: name,
    attempt: count,
    project,
    template: digest,
    variables: z.array(z.tuple([z.string(), z.string()])).max(MOST_ENTRIES),
    range: z.strictObject({ from: count, to: count }).nullable(),
    format: z.enum(formatNames),
    quality: z.enum(QUALITIES),
    hardware: z.enum(hardwareNames).nullable(),
    inputs: z.array(z.tuple([z.string(), blob])).max(MOST_ENTRIES),
    ownAddresses: z.array(z.tuple([z.string(), z.strictObject({ project, name: z.string() })])).max(MOST_ENTRIES),
    fonts: z.array(font).max(MOST_ENTRIES),
    encodingCores: z.int().min(1).max(4096),
  })
  .refine(({ id, render, attempt }) => id === `${render}-${attempt}`, { path: ['id'], error: 'is of another render' });

const partsOrder = z
  .strictObject({
    kind: z.literal('parts'),
    id: z.string().regex(/^[A-Za-z0-9_-]{1,100}\.\d{1,6}$/),
    film: filmOrder,
    question: digest,
    keys: z.array(digest).min(1).max(MOST_ENTRIES),
    frames: count,
  })
  .refine(({ id, film }) => id.startsWith(`${film.id}.`), { path: ['id'], error: 'is of another film' });

/** What a job of the queue holds: an order, and what an earlier run that divided its film has noted. */
export type ReadOrder =
  | { readonly ok: true; readonly order: FilmOrder | PartsOrder; readonly divided: DividedFilm | null }
  /**
   * The error names the field that is wrong. Newer is an order that says more than is known here: a film would be made of
   * it that is another one.
   */
  | { readonly ok: false; readonly isNewer: boolean; readonly error: string };

/** Reads what a job holds. Nothing of it is believed before. */
export function readOrder(job: {
  readonly id?: string | undefined;
  readonly name: string;
  readonly data: unknown;
}): ReadOrder {
  const wrong = (error: string) => ({ ok: false, isNewer: false, error }) as const;
  const shape = SHAPES[job.name];
  if (shape === undefined) return wrong('there is no order of that name');
  const read = shape.safeParse(withoutDivided(job.data));
  if (!read.success) {
    const [fault] = read.error.issues;
    const error = `${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`;
    const isNewer = read.error.issues.every(({ code }) => code === 'unrecognized_keys');
    return { ok: false, isNewer, error };
  }
  if (read.data.id !== job.id) return wrong('id: is of another job');
  return { ok: true, order: read.data, divided: dividedIn(job.data) };
}

const SHAPES: Readonly<Record<string, z.ZodType<FilmOrder | PartsOrder>>> = { film: filmOrder, parts: partsOrder };

/** What a film's job holds once it was divided: the next run makes what is missing itself. */
export function asDivided(order: FilmOrder, { scenes, question, warnings }: DividedFilm): object {
  return { ...order, divided: { ...scenes, question, warnings } };
}

function withoutDivided(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('divided' in data)) return data;
  const { divided: _, ...order } = data;
  return order;
}

/** One that cannot be read, such as of another version, is as good as another: a film is not divided twice. */
function dividedIn(data: unknown): DividedFilm | null {
  if (typeof data !== 'object' || data === null || !('divided' in data)) return null;
  const scenes = sceneCounts.safeParse(data.divided).data ?? { total: 0, cached: 0 };
  const { question, warnings } = dividedFilm.safeParse(data.divided).data ?? { question: null, warnings: [] };
  return { scenes, question, warnings };
}
