import type { Result } from '../../../shared/lib/result.ts';
import type { FrameRate, Frames } from '../../../shared/template/frame-rate.ts';
import type { MediaSource } from '../../../shared/template/movie.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import type { MediaTools } from '../media/tools.ts';
import type { FilmPlanner } from './film-planner.ts';
import type { FormatName, Quality } from './formats.ts';
import type { HardwareName } from './hardware-encoders.ts';
import type { MemoryTurns } from './memory-turns.ts';

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

/** What the engine needs of the world. */
export interface RenderSurroundings {
  readonly tools: MediaTools;
  /** Finds a source on disk, fetching it first if it is remote. The error is a sentence for people. */
  readonly locate: (source: MediaSource, signal: AbortSignal) => Promise<Result<LocatedSource, SourceFailure>>;
  /** Where parts of films are made and kept. */
  readonly workshop: Workshop;
  /** What is shared with other films that are made; that of this process unless given. */
  readonly memory?: MemoryTurns;
}

/** A folder for parts, and whether those of earlier films may be used again. */
export interface Workshop {
  /** Absolute; made if it is not there. Scratch lies in it too, so that a finished part is kept by a rename. */
  readonly folder: string;
  /** Whether parts are looked up and kept. Without it every part is made anew and removed at the end. */
  readonly keeps: boolean;
  /** What kept parts may take up; the least recently used go first. */
  readonly limitBytes: number;
}

export interface LocatedSource {
  /** Absolute path of a local file. */
  readonly path: string;
  /** Lower-case hex digest of its bytes: what a cached part depends on. */
  readonly sha256: string;
  /** What the file looked like from outside when its digest was read; nothing where nobody can change it. */
  readonly stamp?: string | null;
  /** What was found in it. A file that is no media is a {@link SourceFailure}. */
  readonly facts: MediaFacts;
}

export interface SourceFailure {
  readonly code: 'source/not-found' | 'source/unreadable' | 'source/refused' | 'source/fetch-failed';
  readonly message: string;
}

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
