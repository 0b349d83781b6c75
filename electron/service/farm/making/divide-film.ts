import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Job } from '../../engine/make/plan-jobs.ts';
import type { AnyPart } from '../../engine/parts/part.ts';
import { takenCores, type WorkerReport } from '../protocol/worker-report.ts';

/** The parts that one worker makes together. */
export interface Piece {
  readonly keys: readonly string[];
  /** The frames of the film that depend on these parts. */
  readonly frames: number;
}

/** The cores that can make parts of a film. */
export interface FreeCores {
  /** The cores of the dividing worker; at least 1. */
  readonly own: number;
  /** The cores of all other workers. */
  readonly others: number;
}

/** The unit of work: a 720p frame. A core encodes about a hundred such frames per second. */
const FRAME_PIXELS = 1280 * 720;
/**
 * The minimum work of a divided film. For less work, dispatching parts and waiting for the last one takes about as
 * long.
 */
const MIN_FILM_FRAMES = 600;
/** The minimum work of a piece, because fetching sources and storing parts takes time. */
const MIN_PIECE_FRAMES = 60;
/** The maximum number of pieces of a film. Each piece is an entry in the queue with a copy of the whole film job. */
const MAX_PIECES = 256;
/** The size of a piece, as a share of the remaining work of one core. */
const SHARE_OF_REST = 1 / 2;
/**
 * The work of a composed frame, relative to a frame that FFmpeg makes alone. Composing takes about as long as encoding.
 */
const COMPOSED_FRAMES = 2;
/** The work of one second of sound: about as much as one frame. */
const FRAMES_OF_SECOND = 1;

/**
 * Divides the missing work of a film into pieces, longest first. Each piece has half of a core's share of the remaining
 * work (guided self-scheduling, Polychronopoulos and Kuck 1987). The small pieces at the end keep all cores busy.
 * Returns null if one worker makes the film faster.
 *
 * The plan of the film determines the key and the bytes of a part; the pieces only assign parts to workers. A part is
 * one unit, so 7 workers reach at most 86 % of the ideal speed with a film of 30 equal scenes.
 *
 * @param jobs The missing jobs, in the order of the film. A job is one unit, because its parts share decoded frames.
 * @param framePixels The pixels of one unit of work; 720p by default. Tests use small values to divide small films.
 */
export function divideFilm(
  jobs: readonly Job[],
  canvas: Size,
  { own, others }: FreeCores,
  framePixels: number = FRAME_PIXELS,
): readonly Piece[] | null {
  const units = (canvas.width * canvas.height) / framePixels;
  const weights = jobs.map(({ parts }) => parts.reduce((sum, { part }) => sum + weightOf(part, units), 0));
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  if (others === 0 || jobs.length <= 1 || totalWeight < MIN_FILM_FRAMES) return null;
  // Two neighboring pieces together have at least the minimum work, which limits the number of pieces.
  const minimum = Math.max(MIN_PIECE_FRAMES, (2 * totalWeight) / MAX_PIECES);
  const pieces: { readonly jobs: Job[]; weight: number }[] = [];
  let rest = totalWeight;
  let size = 0;
  for (const [index, job] of jobs.entries()) {
    const weight = weights[index] ?? 0;
    const current = pieces.at(-1);
    // Put neighboring jobs into one piece, because they often use the same sources.
    if (current !== undefined && current.weight + weight / 2 <= size) {
      current.jobs.push(job);
      current.weight += weight;
    } else {
      size = Math.max(minimum, (SHARE_OF_REST * rest) / (own + others));
      pieces.push({ jobs: [job], weight });
    }
    rest -= weight;
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

/** Returns the work of a part in units. `units` is the work of one frame of its film. */
export function weightOf({ kind, length }: AnyPart, units: number): number {
  if (kind === 'sound') return (length / SAMPLE_RATE) * FRAMES_OF_SECOND;
  return length * units * (kind === 'composed' ? COMPOSED_FRAMES : 1);
}

export interface DividingWorker {
  readonly id: string;
  readonly cores: number;
  /** The id of the film job that this worker divides. The cores of that job are free for the parts. */
  readonly job: string;
}

/**
 * Returns the cores that can make the parts of a film soon. All cores of a worker count if its jobs end before its
 * share of the film would be made, because parts come before other films. Otherwise, only its idle cores count, because
 * dividing a film among busy workers costs transfers and saves no time.
 *
 * @param workers The reports of the workers that can take parts.
 * @param frames The missing frames of the film.
 */
export function freeCores(
  workers: readonly Pick<WorkerReport, 'id' | 'cores' | 'doing'>[],
  { id, cores, job }: DividingWorker,
  frames: number,
): FreeCores {
  const share = frames / Math.max(1, workers.length);
  const free = { own: cores, others: 0 };
  for (const worker of workers) {
    const others = worker.doing.filter(({ order }) => order !== job);
    const idle = endsWithin(others, share) ? worker.cores : Math.floor(worker.cores - takenCores(worker.cores, others));
    if (worker.id === id) free.own = Math.max(1, idle);
    else free.others += Math.max(0, idle);
  }
  return free;
}

/**
 * Returns whether all jobs together have at most this many frames left. Returns false if a job has just begun, because
 * its length is unknown.
 */
function endsWithin(tasks: WorkerReport['doing'], frames: number): boolean {
  if (tasks.some(({ total }) => total === 0)) return false;
  return tasks.reduce((sum, { done, total }) => sum + total - done, 0) <= frames;
}
