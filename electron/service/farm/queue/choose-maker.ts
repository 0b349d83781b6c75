import { drawsAlike, type Maker } from '../orders/maker.ts';
import type { WorkerReport } from '../status/farm-status.ts';

/** The versions that a worker shares with the service: all but that of FFmpeg. */
export type WantedMaker = Omit<Maker, 'ffmpeg'>;

/** Whether films may be made by it: it takes new work, with what the service itself would draw and plan with. */
function isOfUse({ maker, isDraining }: WorkerReport, wanted: WantedMaker): boolean {
  return !isDraining && drawsAlike(maker, wanted);
}

/**
 * Whose versions the films are made with: those that they are made with now, for as long as a worker has them, or else
 * those that most cores have. So a new FFmpeg on some machines makes no film anew half-way, and takes over when the old
 * one has gone. Null where nobody is there who may.
 */
export function chooseMaker(
  reports: readonly WorkerReport[],
  wanted: WantedMaker,
  current: Maker | null,
): Maker | null {
  const cores = new Map<string, number>();
  for (const report of reports)
    if (isOfUse(report, wanted)) {
      const { ffmpeg } = report.maker;
      cores.set(ffmpeg, (cores.get(ffmpeg) ?? 0) + report.cores);
    }
  const isCurrent = current !== null && drawsAlike(current, wanted);
  if (isCurrent && cores.has(current.ffmpeg)) return current;
  const [first] = [...cores].toSorted(([left, many], [right, more]) => more - many || (left < right ? -1 : 1));
  return first === undefined ? null : { ...wanted, ffmpeg: first[0] };
}

/** Cores of the workers that make films with these versions. */
export function coresOf(reports: readonly WorkerReport[], maker: Maker | null): number {
  if (maker === null) return 0;
  return reports
    .filter((report) => isOfUse(report, maker) && report.maker.ffmpeg === maker.ffmpeg)
    .reduce((sum, { cores }) => sum + cores, 0);
}

const LEAST_FILMS = 8;
const MOST_FILMS = 1000;

/**
 * How many films are given at once. The queue is a dispatcher and no store: enough that no worker ever waits for the
 * database, and no more, because whose turn it is is decided there. Rows of batches leave cores to a single film.
 */
export function filmsInFarm(cores: number): { readonly most: number; readonly roomy: number } {
  const most = Math.min(MOST_FILMS, Math.max(LEAST_FILMS, 2 * cores));
  return { most, roomy: Math.ceil(most / 2) };
}
