import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import type { Quality } from '../../engine/formats/format.ts';
import type { FormatName } from '../../engine/formats/formats.ts';
import type { HardwareName } from '../../engine/formats/hardware-encoders.ts';
import type { SceneCounts } from '../../engine/make/render-types.ts';
import type { Issue } from '../../errors/service-error.ts';
import type { BlobDigest, ProjectUid } from '../../storage/ports.ts';
import type { RenderId } from './render-record.ts';

/** One film to make. It contains neither paths of this machine nor secrets, so a worker elsewhere can make it. */
export interface FilmWork {
  readonly render: RenderId;
  /** The fencing token. */
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
  /** The digest of each asset by input key. Later changes of the names have no effect. */
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

/** A finished film. When the scope ends, the worker's files are deleted. */
export interface MadeFilm extends AsyncDisposable {
  /**
   * The path of the film on the file system of the workspace, deleted when the scope ends; null if the film is already
   * a blob.
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
  /** Rejects with a `ServiceError`, or with the reason given to `cancel`, after all processes have ended. */
  readonly film: Promise<MadeFilm>;
  cancel(reason: unknown): void;
  /** For workers that outlive the process: stops waiting here, while the worker continues. */
  leave?(reason: unknown): void;
}

/** Makes films. The queue chooses the work and records its result; a worker on this or another machine only works. */
export interface RenderWorker {
  /**
   * Whether the work continues when this process ends. The same attempt, submitted again, then joins the running work.
   * By default false.
   */
  readonly outlivesUs?: boolean;
  submit(work: FilmWork, onEvent: (event: FilmEvent) => void): FilmRun;
}
