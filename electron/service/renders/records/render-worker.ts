import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import type { Quality } from '../../engine/formats/format.ts';
import type { FormatName } from '../../engine/formats/formats.ts';
import type { HardwareName } from '../../engine/formats/hardware-encoders.ts';
import type { SceneCounts } from '../../engine/make/render-types.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { BlobDigest, ProjectUid } from '../../storage/ports.ts';
import type { RenderId } from './render-record.ts';

/** One film to make. It names nothing of this machine, and no secret: a worker elsewhere could take it. */
export interface FilmWork {
  readonly render: RenderId;
  /** The fencing token. */
  readonly attempt: number;
  readonly project: ProjectUid;
  readonly template: string;
  readonly variables: ReadonlyMap<string, string>;
  /** The frames of the film that are made; null for all of them. */
  readonly range: FrameSpan | null;
  readonly format: FormatName;
  readonly quality: Quality;
  /** What encodes the pictures; null for the processor. */
  readonly hardware: HardwareName | null;
  /** Which bytes each asset stands for, by input key; whatever happens to the names meanwhile. */
  readonly inputs: ReadonlyMap<string, BlobDigest>;
}

/** What a worker tells while it works. */
export type FilmEvent =
  | { readonly kind: 'rendering' }
  | {
      readonly kind: 'progress';
      /** Frames. */
      readonly done: number;
      readonly total: number;
      readonly framesPerSecond: number | null;
      readonly etaSeconds: number | null;
      readonly scenes?: SceneCounts;
    };

/** A finished film. What its maker keeps of it beside the film itself is gone when the scope ends. */
export interface MadeFilm extends AsyncDisposable {
  /**
   * A file of its own on the workspace's file system, gone when the scope ends; null where the film is a blob of the
   * workspace already.
   */
  readonly path: string | null;
  readonly frames: number;
  readonly durationSeconds: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly warnings: readonly Issue[];
  readonly scenes?: SceneCounts;
}

export interface FilmRun {
  /** Rejects with a `ServiceError`, or with what `cancel` was given; everything that was started has ended then. */
  readonly film: Promise<MadeFilm>;
  cancel(reason: unknown): void;
  /** Only of workers that outlive us: nobody waits for the film here any more, and it is made all the same. */
  leave?(reason: unknown): void;
}

/**
 * Makes films. The queue decides what is made and writes down what came of it; a worker only works, here or on
 * another machine.
 */
export interface RenderWorker {
  /**
   * Whether it goes on when this process ends: a film that is submitted again, under the same attempt, is the one that is
   * being made. Not unless it says so.
   */
  readonly outlivesUs?: boolean;
  submit(work: FilmWork, onEvent: (event: FilmEvent) => void): FilmRun;
}
