import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Job } from '../../render/make/part-jobs.ts';
import type { AnyPart } from '../../render/parts/part.ts';

/** What one worker makes together. */
export interface Piece {
  readonly keys: readonly string[];
  /** Frames of the film that wait for it. */
  readonly frames: number;
}

/** Who could make them. */
export interface Crew {
  /** Workers that live, the one that asks among them. */
  readonly workers: number;
  /** Cores of the one that asks; the others are taken to be like it. */
  readonly cores: number;
  /** Pixels of a frame that counts as one; those of 720p unless a test divides small films. */
  readonly framePixels?: number;
}

/** Pixels of 720p: what work is counted in, unless said otherwise. A core encodes about a hundred such frames a second. */
const FRAME_PIXELS = 1280 * 720;
/** A film of less work is made whole: telling others, and waiting for the last of them, takes about as long. */
const LEAST_FRAMES = 600;
/** So much work is worth a trip: sources may have to be fetched first, and parts go to the store and back. */
const FRAMES_OF_PIECE = 300;
/** Pieces for each core, so that all are busy until the end, however different they are. */
const PIECES_FOR_EACH_CORE = 4;
/** Of one film: each is an entry in the queue that names all that the film was ordered with. */
const MOST_PIECES = 256;
/** Composing a frame takes about as long as encoding it. */
const COMPOSED_FRAMES = 2;
/** Making a second of sound takes about as long as one frame. */
const FRAMES_OF_SECOND = 1;

/**
 * What others make of a film: its jobs, some together, so that each piece is worth its trip; those that take longest
 * first. Null where it is better made by one worker.
 * @param jobs What is missing, as it is made: jobs are never divided, because their parts share what is decoded.
 */
export function divideFilm(jobs: readonly Job[], canvas: Size, crew: Crew): readonly Piece[] | null {
  const { workers, cores, framePixels = FRAME_PIXELS } = crew;
  const frames = (canvas.width * canvas.height) / framePixels;
  const weights = jobs.map(({ parts }) => parts.reduce((sum, { part }) => sum + weightOf(part, frames), 0));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (workers <= 1 || jobs.length <= 1 || all < LEAST_FRAMES) return null;
  const most = Math.min(MOST_PIECES, workers * cores * PIECES_FOR_EACH_CORE);
  const size = Math.max(FRAMES_OF_PIECE, all / most);
  const pieces: { readonly jobs: Job[]; weight: number }[] = [];
  for (const [index, job] of jobs.entries()) {
    const weight = weights[index] ?? 0;
    const open = pieces.at(-1);
    // Neighbours are of the same sources more often than not.
    if (open !== undefined && open.weight + weight / 2 <= size) {
      open.jobs.push(job);
      open.weight += weight;
    } else pieces.push({ jobs: [job], weight });
  }
  if (pieces.length <= 1) return null;
  return pieces.toSorted((left, right) => right.weight - left.weight).map(({ jobs }) => pieceOf(jobs));
}

function pieceOf(jobs: readonly Job[]): Piece {
  return {
    keys: jobs.flatMap(({ parts }) => parts.map(({ key }) => key)),
    frames: jobs.reduce((sum, { frames }) => sum + frames, 0),
  };
}

/** Work of a part, in frames that count as one; a frame of its film is so many of them. */
function weightOf({ kind, length }: AnyPart, frames: number): number {
  if (kind === 'sound') return (length / SAMPLE_RATE) * FRAMES_OF_SECOND;
  return length * frames * (kind === 'composed' ? COMPOSED_FRAMES : 1);
}
