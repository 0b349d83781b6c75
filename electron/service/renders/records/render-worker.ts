import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import type { Quality } from '../../engine/formats/format.ts';
import type { FormatName } from '../../engine/formats/formats.ts';
import type { HardwareName } from '../../engine/formats/hardware-encoders.ts';
import type { SceneCounts } from '../../engine/make/render-types.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { BlobDigest, ProjectUid } from '../../storage/ports.ts';
import type { RenderId } from './render-record.ts';

/** One film to make. It is free of secrets and of paths of this machine, so a worker on another machine can make it. */
export interface FilmWork {
  readonly render: RenderId;
  /** The attempt, which is the fencing token. */
  readonly attempt: number;
  readonly project: ProjectUid;
  readonly template: string;
  readonly variables: ReadonlyMap<string, string>;
  /** The frames to make; null for all frames. */
  readonly range: FrameSpan | null;
  readonly format: FormatName;
  readonly quality: Quality;
  /** The hardware encoder; null for software encoding. */
  readonly hardware: HardwareName | null;
  /** The maximum size of the film in bytes; null or absent for any size. */
  readonly maxBytes?: number | null;
  /** Whether the film plays while it is made; absent for false. */
  readonly isStreamed?: boolean;
  /** Whether downloads refuse redirects to other hosts; absent for false. */
  readonly isConfined?: boolean | undefined;
  /** The digest of each asset by input key. The digests stay the same even if an asset is replaced or renamed. */
  readonly inputs: ReadonlyMap<string, BlobDigest>;
}

/** Events that a worker reports during its work. */
export type FilmEvent =
  | { readonly kind: 'rendering' }
  | {
      readonly kind: 'progress';
      /** The number of finished frames. */
      readonly done: number;
      readonly total: number;
      readonly framesPerSecond: number | null;
      readonly etaSeconds: number | null;
      readonly scenes?: SceneCounts;
    };

/** A finished film. Disposal deletes the worker's files. */
export interface FinishedFilm extends AsyncDisposable {
  /**
   * The path of the film on the file system of the workspace; null if the film is already a blob. Disposal deletes the
   * file.
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
  /**
   * The finished film. Rejects with a `ServiceError` or with the reason that was passed to `cancel`, after all
   * processes have ended.
   */
  readonly film: Promise<FinishedFilm>;
  cancel(reason: unknown): void;
  /**
   * Stops waiting for the film, while the worker continues. Only workers that outlive the process have this function.
   */
  leave?(reason: unknown): void;
}

/** A worker that makes films, on this machine or another one. The queue chooses the work and records its result. */
export interface RenderWorker {
  /**
   * Whether the work continues when this process ends; false by default. A later submission of the same attempt then
   * joins the running work.
   */
  readonly outlivesProcess?: boolean;
  submit(work: FilmWork, onEvent: (event: FilmEvent) => void): FilmRun;
}
