import { createHash } from 'node:crypto';
import { z } from 'zod';
import { renderError, sceneCounts } from '#shared/contract/shapes/render-shapes.ts';
import { issue } from '#shared/contract/shapes/shapes.ts';
import { SVG_TOOLCHAIN } from '#shared/drawings/svg-drawer.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { canvasKitVersion } from '../../drawings/canvas-kit-version.ts';
import type { Quality } from '../../engine/formats/format.ts';
import type { FormatName } from '../../engine/formats/formats.ts';
import type { HardwareName } from '../../engine/formats/hardware-encoders.ts';
import type { SceneCounts } from '../../engine/make/render-types.ts';
import { ENGINE_VERSION } from '../../engine/parts/part.ts';
import type { RenderFailure } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { BlobDigest, ProjectUid } from '../../storage/ports.ts';

/**
 * The jobs of a farm and their answers: JSON with ids, digests, and values. It contains no secrets, paths, or other
 * facts about one machine. Files travel by digest through the store.
 */

export interface FilmJob {
  readonly kind: 'film';
  /** `<render>-<attempt>`. The same job always has the same id, so a job that is dispatched twice is one job. */
  readonly id: string;
  readonly render: string;
  /** The fencing token: only the answer to the latest attempt counts. */
  readonly attempt: number;
  readonly project: ProjectUid;
  /** The digest of the template's XML, an object in the store (`templates/`). */
  readonly template: string;
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly range: FrameSpan | null;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly hardware: HardwareName | null;
  /** The digest of each asset, by input key. */
  readonly inputs: readonly (readonly [key: string, sha256: BlobDigest])[];
  /** The asset for each URL in the template that points to this service. */
  readonly ownAddresses: readonly (readonly [
    url: string,
    input: { readonly project: ProjectUid; readonly name: string },
  ])[];
  /** The fonts that were added to the service. Their bytes are blobs in the store. */
  readonly fonts: readonly Omit<InstalledFont, 'path'>[];
  /**
   * The number of cores from which encoders derive their threads. It is the same on every worker, so that all workers
   * make the same bytes.
   */
  readonly encodingCores: number;
  /** The maximum size of the film in bytes; absent for any size. */
  readonly maxBytes?: number | undefined;
  /** Whether the film plays while it is made; absent for false. */
  readonly isStreamed?: true | undefined;
  /** Whether downloads refuse redirects to other hosts; absent for false. */
  readonly isConfined?: true | undefined;
  /** The gain of a film with a requested loudness, which the service measured; absent for other films. */
  readonly gain?: FilmGain | undefined;
}

/** A job to make some parts of a divided film: the work of one process. */
export interface PartsJob {
  readonly kind: 'parts';
  /** `<id of the film job>.<number>`. */
  readonly id: string;
  readonly film: FilmJob;
  /** The digest of the source manifest (`questions/` in the store), so that no worker inspects the sources again. */
  readonly question: string;
  /** The keys of the parts. They are in the store when the job is done. */
  readonly keys: readonly string[];
  readonly frames: number;
}

export type FarmJob = FilmJob | PartsJob;

/** The known damaged places of each source, by its digest. */
export type SourceFaults = readonly (readonly [sha256: BlobDigest, places: readonly FaultSpan[]])[];

/** The answer to a film job. A refusal is an answer too, because no other worker could make the film. */
export type FilmAnswer =
  | {
      readonly state: 'made';
      /** The digest of the film, a blob in the store. */
      readonly sha256: BlobDigest;
      readonly bytes: number;
      readonly frames: number;
      readonly durationSeconds: number;
      readonly warnings: readonly Issue[];
      readonly scenes: SceneCounts;
      /**
       * The damaged places of sources that decoding found, by digest. Absent if there are none, and in answers of older
       * workers.
       */
      readonly faults?: SourceFaults | undefined;
      /** The id of the worker that finished the film. */
      readonly by: string;
    }
  | { readonly state: 'failed'; readonly error: RenderFailure };

export type PartsAnswer = { readonly state: 'made' } | { readonly state: 'failed'; readonly error: RenderFailure };

/** The progress that a worker reports for a film. */
export interface JobProgress {
  /** The finished frames of the film. */
  readonly done: number;
  readonly total: number;
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly scenes?: SceneCounts;
  readonly by: string;
}

/** The program versions that determine the bytes of a part together with its key. */
export interface Toolchain {
  /** The `ENGINE_VERSION` of the program. */
  readonly engine: number;
  /** The version that FFmpeg prints. */
  readonly ffmpeg: string;
  readonly canvasKit: string;
  /** The library that draws SVG, such as `resvg 0.48.1`; empty for programs that do not report it. */
  readonly svg: string;
}

/** Returns whether two programs plan and draw the same. Only their FFmpeg versions can differ. */
export function isSameExceptFfmpeg(one: Omit<Toolchain, 'ffmpeg'>, other: Omit<Toolchain, 'ffmpeg'>): boolean {
  return one.engine === other.engine && one.canvasKit === other.canvasKit && one.svg === other.svg;
}

/**
 * Returns a short id for a toolchain: 16 hex digits, equal for equal versions. Jobs of one toolchain never go to a
 * worker with another.
 */
export function toolchainId({ engine, ffmpeg, canvasKit, svg }: Toolchain): string {
  return createHash('sha256')
    .update(JSON.stringify([engine, ffmpeg, canvasKit, svg]))
    .digest('hex')
    .slice(0, 16);
}

/** Returns the toolchain of this program, without FFmpeg. */
export function localToolchain(): Omit<Toolchain, 'ffmpeg'> {
  return { engine: ENGINE_VERSION, canvasKit: canvasKitVersion(), svg: SVG_TOOLCHAIN };
}

/** Schemas for data from the queue. Another program or version may have written the data, or it may be damaged. */
const amount = z.number().min(0).max(1e15);
const count = z.int().nonnegative();
const worker = z.string().max(200);

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((text) => text as BlobDigest);
const faultSpan = z.object({ from: z.number(), until: z.number(), skipped: z.literal(true).optional() });

const filmAnswer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('made'),
    sha256: digest,
    bytes: count,
    frames: count,
    durationSeconds: amount,
    warnings: z.array(issue),
    scenes: sceneCounts,
    faults: z.array(z.tuple([digest, z.array(faultSpan)])).optional(),
    by: worker,
  }),
  z.object({ state: z.literal('failed'), error: renderError }),
]);

const orderProgress = z.object({
  done: count,
  total: count,
  framesPerSecond: amount.nullable(),
  etaSeconds: amount.nullable(),
  scenes: sceneCounts.optional(),
  by: worker,
});

/** The maximum length of an answer; enough for a film of 90,000 scenes with a warning each. */
const MAX_CHARACTERS = 32 * 2 ** 20;

/** Parses an answer from the queue; null if it is invalid. */
export function readFilmAnswer(json: string): FilmAnswer | null {
  return readShape(json, filmAnswer, MAX_CHARACTERS);
}

/** Parses JSON from the queue with a schema; null if it is longer than `mostCharacters` or invalid. */
export function readShape<Shape extends z.ZodType>(
  json: string,
  shape: Shape,
  mostCharacters: number,
): z.output<Shape> | null {
  if (json.length > mostCharacters) return null;
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Parses the progress of a worker; null if it is invalid. */
export function readJobProgress(data: unknown): JobProgress | null {
  const read = orderProgress.safeParse(data).data;
  if (read === undefined) return null;
  const { scenes, ...progress } = read;
  return { ...progress, ...(scenes && { scenes }) };
}
