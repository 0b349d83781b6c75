import { thisMachine } from '../../ffmpeg/machine.ts';
import { type Parallelism, parallelismOf } from '../../ffmpeg/process-plan.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { CachedFilms } from '../cache/cached-film.ts';
import { openPartStore, type PartStore } from '../cache/part-store.ts';
import { createStillFolder, type GeneratedImageFolder } from '../cache/still-folder.ts';
import { createSourceWatch } from '../cache/unchanged-sources.ts';
import { type CachedFrames, cachedFrames } from '../compose/cached-frames.ts';
import type { Draw } from '../compose/compose-threads.ts';
import { drawingFrom } from '../compose/drawing-queue.ts';
import type { AnyPart } from '../parts/part.ts';
import type { FilmKeys } from '../plan/film-keys.ts';
import { type FoundSources, pathsByDigest } from '../plan/locate-sources.ts';
import { type MemoryQueue, machineMemory } from '../plan/memory-queue.ts';
import { createDecodeFaults, type DecodeFaults } from './decode-faults.ts';
import { composingMemory, filterThreadsOf, processesNow } from './parallelism.ts';
import type { MakingDependencies } from './render-types.ts';

/** The context that the steps of one render share. */
export interface RenderContext {
  readonly tools: MediaTools;
  readonly store: PartStore;
  readonly films: CachedFilms;
  readonly keys: FilmKeys;
  /** The scratch folder. The file name of a finished part is its key. */
  readonly folder: string;
  readonly sourcePath: (sha256: string) => string;
  /** Throws if a source of these parts changed since it was located. */
  readonly requireUnchanged: (parts: readonly AnyPart[]) => Promise<void>;
  readonly stills: GeneratedImageFolder;
  readonly faults: DecodeFaults;
  readonly draw: Draw;
  /** The parallelism of a film that is made alone on this machine. */
  readonly parallelism: Parallelism;
  /**
   * Returns the current maximum number of FFmpeg processes for this film. The films that this process makes share the
   * cores.
   */
  readonly processesNow: () => number;
  /**
   * The parallelism of the machine whose encoded bytes this render reproduces, which may be another machine. It
   * determines the number of threads of each encoder.
   */
  readonly encodingParallelism: Parallelism;
  /**
   * The number of threads of FFmpeg's filter graphs; null for FFmpeg's default, the number of cores of this machine.
   */
  readonly filterThreads: number | null;
  readonly memory: MemoryQueue;
  readonly frames: CachedFrames;
  /** The memory queue of the composed parts of this film. */
  readonly composing: MemoryQueue;
  /** Returns the number of pixels in a frame of the source with this digest. */
  readonly sourcePixels: (sha256: string) => number;
  readonly signal: AbortSignal;
}

/** Creates the context that all steps of one render share. `folder` is the scratch folder of the render. */
export function contextOf(
  keys: FilmKeys,
  sources: FoundSources,
  folder: string,
  { tools, workshop, parts, films, memory = machineMemory(), frames, cores, encodingCores }: MakingDependencies,
  signal: AbortSignal,
): RenderContext {
  const { cores: machineCores } = thisMachine();
  const ownCores = cores ?? machineCores;
  const parallelism = parallelismOf(ownCores);
  const store = parts ?? openPartStore(workshop);
  return {
    tools,
    store,
    films: films ?? store,
    keys,
    folder,
    sourcePath: pathsByDigest(sources),
    requireUnchanged: createSourceWatch(sources),
    stills: createStillFolder(folder),
    faults: createDecodeFaults({ tools, store, folder, found: sources, sourcePath: pathsByDigest(sources), signal }),
    draw: drawingFrom(pathsByDigest(sources)).draw,
    parallelism,
    processesNow: () => processesNow(ownCores),
    encodingParallelism: parallelismOf(encodingCores ?? machineCores),
    filterThreads: encodingCores === undefined ? null : filterThreadsOf(encodingCores),
    memory,
    frames: frames ?? cachedFrames(memory),
    composing: composingMemory(parallelism, memory),
    sourcePixels: pixelsByDigest(sources),
    signal,
  };
}

function pixelsByDigest(sources: FoundSources): (sha256: string) => number {
  const pixels = new Map<string, number>();
  for (const result of sources.values()) {
    const video = result.ok ? result.value.facts.video : null;
    if (result.ok && video !== null) pixels.set(result.value.sha256, video.codedWidth * video.codedHeight);
  }
  return (sha256) => pixels.get(sha256) ?? 0;
}
