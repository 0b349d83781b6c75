import { type Job, type Queue, WaitingChildrenError } from 'bullmq';
import { z } from 'zod';
import { issue } from '#shared/contract/shapes/shapes.ts';
import { QUALITIES } from '../../engine/formats/format.ts';
import { formatNames } from '../../engine/formats/formats.ts';
import { hardwareNames } from '../../engine/formats/hardware-encoders.ts';
import type { BlobDigest, ProjectUid } from '../../storage/ports.ts';
import type { DividedFilm, Division } from '../making/job-processor.ts';
import type { FilmJob, PartsJob } from '../protocol/job.ts';
import { PRIORITY } from '../protocol/queue-names.ts';
import type { SharedProgress } from './shared-progress.ts';

/** The maximum number of entries. No template has as many variables, assets, or scenes. */
const MAX_ENTRIES = 100_000;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const blob = digest.transform((text) => text as BlobDigest);
const project = z
  .string()
  .min(1)
  .max(200)
  .transform((text) => text as ProjectUid);
const count = z.int().min(0);
/** An id that is safe as a queue name and as a file name. */
const name = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

const sceneCounts = z.object({ total: count, cached: count });
const dividedFilm = z.object({ question: digest, warnings: z.array(issue).max(MAX_ENTRIES) });

const font = z.strictObject({
  family: z.string().max(500),
  digest,
  weights: z.strictObject({ least: z.number(), most: z.number() }),
  style: z.enum(['normal', 'italic']),
});

const filmGain = z.strictObject({
  gain: z.number().positive(),
  ceiling: z.number().positive(),
  integrated: z.number().nullable(),
  truePeak: z.number().min(0),
  reached: z.number().nullable(),
});

const filmJob = z
  .strictObject({
    kind: z.literal('film'),
    id: name,
    render: name,
    attempt: count,
    project,
    template: digest,
    variables: z.array(z.tuple([z.string(), z.string()])).max(MAX_ENTRIES),
    range: z.strictObject({ from: count, to: count }).nullable(),
    format: z.enum(formatNames),
    quality: z.enum(QUALITIES),
    hardware: z.enum(hardwareNames).nullable(),
    inputs: z.array(z.tuple([z.string(), blob])).max(MAX_ENTRIES),
    ownAddresses: z.array(z.tuple([z.string(), z.strictObject({ project, name: z.string() })])).max(MAX_ENTRIES),
    fonts: z.array(font).max(MAX_ENTRIES),
    encodingCores: z.int().min(1).max(4096),
    gain: filmGain.optional(),
    maxBytes: z.int().positive().optional(),
    isStreamed: z.literal(true).optional(),
    isConfined: z.literal(true).optional(),
  })
  .refine(({ id, render, attempt }) => id === `${render}-${attempt}`, {
    path: ['id'],
    error: 'belongs to another render',
  });

const partsJob = z
  .strictObject({
    kind: z.literal('parts'),
    id: z.string().regex(/^[A-Za-z0-9_-]{1,100}\.\d{1,6}$/),
    film: filmJob,
    question: digest,
    keys: z.array(digest).min(1).max(MAX_ENTRIES),
    frames: count,
  })
  .refine(({ id, film }) => id.startsWith(`${film.id}.`), { path: ['id'], error: 'belongs to another film' });

/** The content of a BullMQ job: a job, and the record of an earlier run that divided the film. */
export type ReadJob =
  | { readonly ok: true; readonly job: FilmJob | PartsJob; readonly divided: DividedFilm | null }
  /** The error names the invalid field. A newer job has unknown fields; ignoring them would make a different film. */
  | { readonly ok: false; readonly isNewer: boolean; readonly error: string };

/** Validates the content of a queue entry before any use. */
export function readJob(job: {
  readonly id?: string | undefined;
  readonly name: string;
  readonly data: unknown;
}): ReadJob {
  const invalid = (error: string) => ({ ok: false, isNewer: false, error }) as const;
  const shape = SHAPES[job.name];
  if (shape === undefined) return invalid('unknown kind of job');
  const read = shape.safeParse(withoutDivided(job.data));
  if (!read.success) {
    const [fault] = read.error.issues;
    const error = `${fault?.path.join('.') ?? ''}: ${fault?.message ?? ''}`;
    const isNewer = read.error.issues.every(({ code }) => code === 'unrecognized_keys');
    return { ok: false, isNewer, error };
  }
  if (read.data.id !== job.id) return invalid('id: belongs to another job');
  return { ok: true, job: read.data, divided: dividedIn(job.data) };
}

const SHAPES: Readonly<Record<string, z.ZodType<FilmJob | PartsJob>>> = { film: filmJob, parts: partsJob };

/** Returns the data of a divided film's job, with which the next run joins the film. */
export function asDivided(job: FilmJob, { scenes, question, warnings }: DividedFilm): object {
  return { ...job, divided: { ...scenes, question, warnings } };
}

function withoutDivided(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('divided' in data)) return data;
  const { divided: _, ...job } = data;
  return job;
}

/**
 * Reads the record of a division; null if the film was not divided. An unreadable record, for example from another
 * version, still prevents a second division.
 */
function dividedIn(data: unknown): DividedFilm | null {
  if (typeof data !== 'object' || data === null || !('divided' in data)) return null;
  const scenes = sceneCounts.safeParse(data.divided).data ?? { total: 0, cached: 0 };
  const { question, warnings } = dividedFilm.safeParse(data.divided).data ?? { question: null, warnings: [] };
  return { scenes, question, warnings };
}

/** A worker's lease of a BullMQ job. */
export interface JobLease {
  readonly job: Job;
  readonly token: string;
  readonly queue: Queue;
}

/** Thrown if all parts were done before the film could wait for them. The film then continues immediately. */
export const NOTHING_TO_WAIT_FOR = new Error('nothing is left to wait for');

/** Thrown if the queue did not accept the parts. The film is not at fault. */
export class UndividedError extends Error {
  override readonly name = 'UndividedError';
}

/**
 * Adds the parts of a film as children of its job and lets the film wait for them. The ids of the children derive from
 * the film, so children that a lost worker already added are not added twice. Throws BullMQ's error for a waiting job,
 * {@link NOTHING_TO_WAIT_FOR}, or {@link UndividedError}.
 */
export async function submitParts(
  film: FilmJob,
  division: Division,
  lease: JobLease,
  sharedProgress: SharedProgress,
): Promise<never> {
  const isWaiting = await addParts(film, division, lease, sharedProgress).catch((cause: unknown) => {
    throw new UndividedError('the queue did not take the parts', { cause });
  });
  throw isWaiting ? new WaitingChildrenError() : NOTHING_TO_WAIT_FOR;
}

async function addParts(
  film: FilmJob,
  { jobs, frames, divided }: Division,
  { job, queue, token }: JobLease,
  sharedProgress: SharedProgress,
): Promise<boolean> {
  const parent = { id: film.id, queue: job.queueQualifiedName };
  const missingFrames = jobs.reduce((sum, parts) => sum + parts.frames, 0);
  await sharedProgress
    .begin(film.id, { ready: Math.max(0, frames - missingFrames), total: frames })
    .catch(() => undefined);
  await queue.addBulk(
    jobs.map((parts) => ({
      name: 'parts',
      data: parts,
      opts: {
        jobId: parts.id,
        parent,
        priority: PRIORITY.parts,
        // The film continues after failed children and makes their parts itself.
        ignoreDependencyOnFailure: true,
        removeOnComplete: true,
        removeOnFail: true,
      },
    })),
  );
  await job.updateData(asDivided(film, divided));
  // Joining a film takes precedence over starting other films.
  await job.changePriority({ priority: PRIORITY.parts });
  return await job.moveToWaitingChildren(token);
}

/**
 * Lets a finished film wait for its children, because BullMQ cannot complete a job with open children. Open children
 * remain if a worker was lost during the division. Removes children that have not started. If others are running,
 * throws BullMQ's error for a waiting job. When the job runs again, it finds the film in the cache.
 */
export async function waitForChildren({ job, token }: JobLease): Promise<void> {
  const { unprocessed = 0 } = await job.getDependenciesCount({ unprocessed: true });
  if (unprocessed === 0) return;
  await job.removeUnprocessedChildren();
  if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
}
