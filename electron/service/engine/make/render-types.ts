import type { Result } from '#shared/lib/result.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { FrameRate, Frames } from '#shared/template/values/frame-rate.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { CachedFilms } from '../cache/cached-film.ts';
import type { PartStore } from '../cache/part-store.ts';
import type { Workshop } from '../cache/workshop.ts';
import type { CachedFrames } from '../compose/cached-frames.ts';
import type { Quality } from '../formats/format.ts';
import type { FormatName } from '../formats/formats.ts';
import type { HardwareName } from '../formats/hardware-encoders.ts';
import type { FilmPlanner, PlannedFilm } from '../plan/film-planner.ts';
import type { FoundSources, SourceAccess } from '../plan/locate-sources.ts';
import type { MemoryQueue } from '../plan/memory-queue.ts';
import type { FilmStream } from './follow-film.ts';
import type { Job } from './plan-jobs.ts';

export interface RenderRequest {
  readonly film: FilmPlanner;
  readonly format: FormatName;
  readonly quality: Quality;
  /** The hardware encoder; the processor by default. The caller has probed that it works. */
  readonly hardware?: HardwareName | null;
  /** The maximum size of the film in bytes; any size by default. The caller has checked that the format allows it. */
  readonly maxBytes?: number | null;
  /**
   * Whether the film plays while it is made; false by default. A streamed film has other bytes than the same film
   * without streaming.
   */
  readonly isStreamed?: boolean;
  /**
   * The gain of the film if another machine measured it. If undefined, the render measures the film when it needs a
   * gain.
   */
  readonly gain?: FilmGain | null;
  /** The absolute path of the finished file. The file appears complete, by a rename, or not at all. */
  readonly output: string;
  /** The permissions of the finished file. The default grants access only to the owner. */
  readonly outputMode?: number;
}

/** The tools and resources for making parts. */
export interface MakingDependencies {
  readonly tools: MediaTools;
  /** The folder in which parts are made and cached. */
  readonly workshop: Workshop;
  /** The cache of parts; by default the cache in the workshop. */
  readonly parts?: PartStore;
  /** The cache of films; by default the cache of parts. */
  readonly films?: CachedFilms;
  /** The memory queue shared with other renders; by default the one of this process. */
  readonly memory?: MemoryQueue;
  /** The cache of decoded frames; by default the one of this process. */
  readonly frames?: CachedFrames;
  /**
   * The number of cores to use; by default all cores of this machine. The number does not change the bytes of the film.
   */
  readonly cores?: number;
  /**
   * The number of cores from which the threads of encoders and filters are computed; by default the cores of this
   * machine. It changes the bytes of the film.
   */
  readonly encodingCores?: number;
  /** The receiver of the segments of a streamed film; none by default. */
  readonly stream?: FilmStream | null;
  /** Receives all known damaged places of a source if the film decoded any of these places. */
  readonly onFaults?: (sha256: string, faults: readonly FaultSpan[]) => Promise<void>;
}

/** The tools and resources of the engine. */
export interface RenderDependencies extends SourceAccess, MakingDependencies {
  /** Called before any missing part is made. An error that it throws ends the render and is rethrown unchanged. */
  readonly beforeMaking?: (film: FilmToMake) => Promise<void>;
}

/** A planned film and its missing parts. */
export interface FilmToMake {
  readonly planned: PlannedFilm;
  readonly found: FoundSources;
  /** The keys of the parts that exist. */
  readonly ready: ReadonlySet<string>;
  readonly jobs: readonly Job[];
  /** The warnings about the film's drawings, which are found before planning. */
  readonly drawingWarnings: readonly Finding[];
}

/** Fetches the sources of these jobs to this machine. */
export type FetchSources = (jobs: readonly Job[]) => Promise<FoundSources>;

export interface RenderProgress {
  readonly stage: 'checking' | 'fetching' | 'rendering' | 'joining' | 'verifying';
  /** The number of finished frames of the whole film, including cached ones. */
  readonly done: number;
  readonly total: number;
  /** The average frames per second over the last seconds; null while it is unknown. */
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  /** The counts of scenes; absent until the cache was searched. */
  readonly scenes?: SceneCounts;
}

/** The number of scenes of a film. */
export interface SceneCounts {
  readonly total: number;
  /** The scenes whose parts are all cached. */
  readonly cached: number;
}

export interface RenderOutcome {
  readonly path: string;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
  /** The frame rate of the finished file; some formats allow only certain rates. */
  readonly frameRate: FrameRate;
  /** The number of frames in the finished file. For formats without pictures, the number of frames of the film. */
  readonly frames: Frames;
  readonly durationSeconds: number;
  readonly bytes: number;
  readonly sha256: string;
  /** The number of scenes. */
  readonly scenes: number;
  /** The number of scenes that came from the cache. */
  readonly cachedScenes: number;
  readonly elapsedSeconds: number;
  /** Warnings, such as about a frame rate that the format does not support. */
  readonly warnings: readonly Finding[];
}

/** The error lists all problems of the sources. They are found before a frame is rendered. */
export type RenderResult = Result<RenderOutcome, readonly Finding[]>;

export type Render = (
  request: RenderRequest,
  dependencies: RenderDependencies,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: RenderProgress) => void },
) => Promise<RenderResult>;
