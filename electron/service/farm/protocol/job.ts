import { createHash } from 'node:crypto';
import { z } from 'zod';
import { renderError, sceneCounts } from '#shared/contract/shapes/render-shapes.ts';
import { issue } from '#shared/contract/shapes/shapes.ts';
import { SVG_DRAWER } from '#shared/drawings/svg-drawer.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
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
 * What is asked of a worker elsewhere, and what it answers: JSON with ids, digests and data. Never a secret, a path or
 * anything else of one machine. Files travel by digest through the store.
 */

/** A film to make. */
export interface FilmJob {
  readonly kind: 'film';
  /** `<render>-<attempt>`: the same order under the same id, so that one that is given twice is one. */
  readonly id: string;
  readonly render: string;
  /** The fencing token: only the answer to the latest attempt counts. */
  readonly attempt: number;
  readonly project: ProjectUid;
  /** Digest of the template's XML, an object of the store (`templates/`). */
  readonly template: string;
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly range: FrameSpan | null;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly hardware: HardwareName | null;
  /** Which bytes each asset stands for, by input key. */
  readonly inputs: readonly (readonly [key: string, sha256: BlobDigest])[];
  /** Which input each address of the service itself stands for. */
  readonly ownAddresses: readonly (readonly [
    url: string,
    input: { readonly project: ProjectUid; readonly name: string },
  ])[];
  /** Fonts that were added to the service; their bytes are blobs of the store. */
  readonly fonts: readonly Omit<InstalledFont, 'path'>[];
  /** Cores of the machine whose encoders' threads are used, so that every worker makes the same bytes. */
  readonly encodingCores: number;
}

/** Some parts of a film that its maker divided: all that one process makes together. */
export interface PartsJob {
  readonly kind: 'parts';
  /** `<id of the film's order>.<number>`. */
  readonly id: string;
  readonly film: FilmJob;
  /** Digest of what is known of the film's sources (`questions/` of the store), so that nobody looks into them again. */
  readonly question: string;
  /** Keys of the parts. They are in the store when the order is done. */
  readonly keys: readonly string[];
  readonly frames: number;
}

export type FarmJob = FilmJob | PartsJob;

/** What came of a film. A refusal is an answer too: nobody else would make it. */
export type FilmAnswer =
  | {
      readonly state: 'made';
      /** A blob of the store. */
      readonly sha256: BlobDigest;
      readonly bytes: number;
      readonly frames: number;
      readonly durationSeconds: number;
      readonly warnings: readonly Issue[];
      readonly scenes: SceneCounts;
      /** Id of the worker that finished it. */
      readonly by: string;
    }
  | { readonly state: 'failed'; readonly error: RenderFailure };

export type PartsAnswer = { readonly state: 'made' } | { readonly state: 'failed'; readonly error: RenderFailure };

/** What a worker tells while it works on a film. */
export interface JobProgress {
  /** Frames of the film. */
  readonly done: number;
  readonly total: number;
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly scenes?: SceneCounts;
  readonly by: string;
}

/** What decides, beside its key, which bytes a part comes to: versions of everything that makes it. */
export interface Toolchain {
  /** `ENGINE_VERSION` of this program. */
  readonly engine: number;
  /** As FFmpeg says it. */
  readonly ffmpeg: string;
  readonly canvasKit: string;
  /** What draws SVG, such as `resvg 0.48.1`; empty of programs that do not say it. */
  readonly svg: string;
}

/** Whether two programs plan and draw alike. Only their FFmpeg may differ. */
export function drawsAlike(one: Omit<Toolchain, 'ffmpeg'>, other: Omit<Toolchain, 'ffmpeg'>): boolean {
  return one.engine === other.engine && one.canvasKit === other.canvasKit && one.svg === other.svg;
}

/** A short name of a maker, equal for equal versions: 16 hex digits. Work for one maker is never given to another. */
export function toolchainId({ engine, ffmpeg, canvasKit, svg }: Toolchain): string {
  return createHash('sha256')
    .update(JSON.stringify([engine, ffmpeg, canvasKit, svg]))
    .digest('hex')
    .slice(0, 16);
}

/** What this program makes films with, beside an FFmpeg. */
export function localToolchain(): Omit<Toolchain, 'ffmpeg'> {
  return { engine: ENGINE_VERSION, canvasKit: canvasKitVersion(), svg: SVG_DRAWER.name };
}

/** The queue is not trusted to hold what workers put there: all that comes out of it is held to these. */
const amount = z.number().min(0).max(1e15);
const count = z.int().nonnegative();
const worker = z.string().max(200);

const filmAnswer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('made'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .transform((digest) => digest as BlobDigest),
    bytes: count,
    frames: count,
    durationSeconds: amount,
    warnings: z.array(issue),
    scenes: sceneCounts,
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

/** A film of 90,000 scenes that all have a warning says less. */
const MOST_CHARACTERS = 32 * 2 ** 20;

/** What a worker answered, as the queue holds it; null where that is no answer. */
export function readFilmAnswer(json: string): FilmAnswer | null {
  return readShape(json, filmAnswer, MOST_CHARACTERS);
}

/** What a text of the queue says, held to its shape; null for one that is longer, or says something else. */
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

/** What a worker tells while it works; null where that is nothing of the kind. */
export function readOrderProgress(data: unknown): JobProgress | null {
  const read = orderProgress.safeParse(data).data;
  if (read === undefined) return null;
  const { scenes, ...progress } = read;
  return { ...progress, ...(scenes && { scenes }) };
}
