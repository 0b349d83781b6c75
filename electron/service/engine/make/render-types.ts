import type { Result } from '#shared/lib/result.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import type { FrameRate, Frames } from '#shared/template/values/frame-rate.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { CachedFilms } from '../cache/cached-film.ts';
import type { PartStore } from '../cache/part-store.ts';
import type { Workshop } from '../cache/workshop.ts';
import type { CachedFrames } from '../compose/cached-frames.ts';
import type { Quality } from '../formats/format.ts';
import type { FormatName } from '../formats/formats.ts';
import type { HardwareName } from '../formats/hardware-encoders.ts';
import type { FilmPlanner, PlannedFilm } from '../plan/film-planner.ts';
import type { FoundSources, Locating } from '../plan/locate-sources.ts';
import type { MemoryQueue } from '../plan/memory-queue.ts';
import type { Job } from './part-jobs.ts';

/** One film to make. */
export interface RenderRequest {
  readonly film: FilmPlanner;
  readonly format: FormatName;
  readonly quality: Quality;
  /** What encodes the pictures; the processor unless given. That it works here was found out before. */
  readonly hardware?: HardwareName | null;
  /** Absolute path of the finished file; it appears whole, by rename, or not at all. */
  readonly output: string;
  /** Rights of the finished file; for its owner alone unless given. */
  readonly outputMode?: number;
}

/** What making parts needs of the world. */
export interface MakingSurroundings {
  readonly tools: MediaTools;
  /** Where parts of films are made and kept. */
  readonly workshop: Workshop;
  /** Where parts are looked up and kept, if not in the workshop. */
  readonly parts?: PartStore;
  /** The same of whole films; where parts are, unless given. */
  readonly films?: CachedFilms;
  /** What is shared with other films that are made; that of this process unless given. */
  readonly memory?: MemoryQueue;
  /** Decoded frames of films before; those of this process unless given. */
  readonly frames?: CachedFrames;
  /** Cores that are filled; those of this machine unless given. They show in no bytes. */
  readonly cores?: number;
  /**
   * Cores of the machine whose bytes are made: encoders and filters have the threads that they would have there. This
   * machine's unless given.
   */
  readonly encodingCores?: number;
}

/** What the engine needs of the world. */
export interface RenderSurroundings extends Locating, MakingSurroundings {
  /** Asked once it is known what lacks of a film, and before anything is made. What it throws ends the render as it is. */
  readonly beforeMaking?: (film: FilmToMake) => Promise<void>;
}

/** A film of which something has to be made. */
export interface FilmToMake {
  readonly planned: PlannedFilm;
  readonly found: FoundSources;
  /** Keys of the parts that are there already. */
  readonly ready: ReadonlySet<string>;
  readonly jobs: readonly Job[];
  /** What is to be said of its drawings, which is found out before it is planned. */
  readonly drawingWarnings: readonly Finding[];
}

/** Brings the sources that these jobs read to this machine, once it is known what has to be made. */
export type BringSources = (jobs: readonly Job[]) => Promise<FoundSources>;

export interface RenderProgress {
  readonly stage: 'checking' | 'fetching' | 'rendering' | 'joining' | 'verifying';
  /** Frames of the whole film that are done, cached ones included. */
  readonly done: number;
  readonly total: number;
  /** Frames a second over the last seconds; null until it can be told. */
  readonly framesPerSecond: number | null;
  readonly etaSeconds: number | null;
  /** Not there until it is known what earlier films left behind. */
  readonly scenes?: SceneCounts;
}

/** Scenes of a film. */
export interface SceneCounts {
  readonly total: number;
  /** Of which nothing has to be made. */
  readonly cached: number;
}

export interface RenderOutcome {
  readonly path: string;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly width: number;
  readonly height: number;
  /** Of the finished file; some formats allow only some rates. */
  readonly frameRate: FrameRate;
  /** Frames in the finished file; for sound-only formats, of the film. */
  readonly frames: Frames;
  readonly durationSeconds: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Scenes and how many of them came from the cache. */
  readonly scenes: number;
  readonly cachedScenes: number;
  readonly elapsedSeconds: number;
  /** What was adapted and is worth knowing, such as a rate that the format does not have. */
  readonly warnings: readonly Finding[];
}

/** Everything that is wrong with the sources, found before a frame is rendered. */
export type RenderResult = Result<RenderOutcome, readonly Finding[]>;

export type Render = (
  request: RenderRequest,
  surroundings: RenderSurroundings,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: RenderProgress) => void },
) => Promise<RenderResult>;
