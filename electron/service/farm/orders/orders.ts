import type { FrameSpan } from '#shared/film/time/movie-span.ts';
import type { RenderFailure } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { Quality } from '../../render/formats/format.ts';
import type { FormatName } from '../../render/formats/formats.ts';
import type { HardwareName } from '../../render/formats/hardware-encoders.ts';
import type { SceneCounts } from '../../render/make/render-types.ts';
import type { BlobDigest, ProjectUid } from '../../storage/ports.ts';

/**
 * What is asked of a worker elsewhere, and what it answers: JSON with ids, digests and data. Never a secret, a path or
 * anything else of one machine. Files travel by digest through the store.
 */

/** A film to make. */
export interface FilmOrder {
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
export interface PartsOrder {
  readonly kind: 'parts';
  /** `<id of the film's order>.<number>`. */
  readonly id: string;
  readonly film: FilmOrder;
  /** Digest of what is known of the film's sources (`questions/` of the store), so that nobody looks into them again. */
  readonly question: string;
  /** Keys of the parts. They are in the store when the order is done. */
  readonly keys: readonly string[];
  readonly frames: number;
}

export type Order = FilmOrder | PartsOrder;

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
export interface OrderProgress {
  /** Frames of the film. */
  readonly done: number;
  readonly total: number;
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  readonly scenes?: SceneCounts;
  readonly by: string;
}
