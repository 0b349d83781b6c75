import type { Result } from '../../../../shared/lib/result.ts';
import type { Finding } from '../../../../shared/template/document/problem.ts';
import type { FrameRate, Frames } from '../../../../shared/template/values/frame-rate.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { Quality } from '../formats/format.ts';
import type { FormatName } from '../formats/formats.ts';
import type { HardwareName } from '../formats/hardware-encoders.ts';
import type { Workshop } from '../kept/workshop.ts';
import type { MemoryTurns } from '../memory/memory-turns.ts';
import type { FilmPlanner } from '../plan/film-planner.ts';
import type { Locating } from '../plan/locate-sources.ts';

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
export interface RenderSurroundings extends Locating {
  readonly tools: MediaTools;
  /** Where parts of films are made and kept. */
  readonly workshop: Workshop;
  /** What is shared with other films that are made; that of this process unless given. */
  readonly memory?: MemoryTurns;
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
