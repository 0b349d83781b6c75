import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import type { Workshop } from '../../engine/cache/workshop.ts';
import type { EncoderProbes } from '../../engine/formats/encoder-probes.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import type { FilmStream } from '../../engine/make/follow-film.ts';
import type { RenderProgress } from '../../engine/make/render-types.ts';
import { refusal } from '../../errors/issues.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import { keepFaults } from '../../sources/facts/source-faults.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { RenderId } from '../records/render-record.ts';
import type { FilmEvent, FilmWork, FinishedFilm, RenderWorker } from '../records/render-worker.ts';
import { type FilmSourceOptions, locateForFilm } from '../sources/locate-for-film.ts';
import { claimingPlanner, createPartClaims, type PartClaims } from './part-claims.ts';

export interface InProcessWorkerOptions extends Omit<FilmSourceOptions, 'tools'> {
  /**
   * Returns FFmpeg. First called for the first film, so that the rest of the service works on a machine without FFmpeg.
   */
  readonly tools: () => Promise<MediaTools>;
  readonly inspector: MovieInspector;
  readonly encoders: EncoderProbes;
  readonly workshop: Workshop;
  /** Opens the receiver of the segments of a streamed film; none by default. */
  readonly openStream?: ((render: RenderId) => RunningStream) | undefined;
  /** The absolute path of the folder for unfinished films. It is on the file system of the blobs. */
  readonly temporaryFolder: string;
  /** Stores the damaged places that a film found in the asset with this digest. */
  readonly keepFaults?: ((sha256: BlobDigest, faults: readonly FaultSpan[]) => Promise<void>) | undefined;
}

/** The receiver of the segments of one attempt. Disposal ends it. */
export interface RunningStream extends FilmStream, AsyncDisposable {}

/**
 * Creates the worker of this process. Each film has separate FFmpeg processes, which use all cores. If several running
 * films need the same parts, only one film makes them.
 */
export function createInProcessWorker(options: InProcessWorkerOptions): RenderWorker {
  const claims = createPartClaims();
  return {
    submit: (work, onEvent) => {
      const controller = new AbortController();
      return {
        film: makeFilmInProcess(work, { ...options, claims }, controller.signal, onEvent),
        cancel: (reason) => controller.abort(reason),
      };
    },
  };
}

/** Removes the unfinished films of an earlier process. Call this before the first film. */
export async function removeUnfinishedFilms(temporaryFolder: string): Promise<void> {
  await mkdir(temporaryFolder, { recursive: true });
  for (const name of await readdir(temporaryFolder))
    await rm(join(temporaryFolder, name), { recursive: true, force: true });
}

async function makeFilmInProcess(
  work: FilmWork,
  options: InProcessWorkerOptions & { readonly claims: PartClaims },
  signal: AbortSignal,
  onEvent: (event: FilmEvent) => void,
): Promise<FinishedFilm> {
  const values = [...work.variables];
  const { planner, issues } = await options.inspector.open({ xml: work.template, values, range: work.range });
  if (planner === null) throw refusal('render/invalid', issues);

  const { temporaryFolder, workshop } = options;
  const tools = await options.tools();
  signal.throwIfAborted();
  await mkdir(temporaryFolder, { recursive: true });
  const { format, quality, hardware, maxBytes = null, isStreamed = false, render, attempt } = work;
  if (hardware !== null) await options.encoders.require(tools, hardware);
  const output = join(temporaryFolder, `${render}-${attempt}.${formatOf(format).extension}`);
  using claim = options.claims.open();
  await using sources = locateForFilm(work, { ...options, tools });
  // Load the engine at its first use, so that the service starts quickly.
  const { renderMovie } = await import('../../engine/engine.ts');
  await using stream = isStreamed ? (options.openStream?.(render) ?? null) : null;
  const report = eventReporter(onEvent);
  const onProgress = (progress: RenderProgress) => {
    if (progress.stage === 'joining') claim.partsAreMade();
    report(progress);
  };
  const rendered = await renderMovie(
    { film: claimingPlanner(planner, claim), format, quality, hardware, maxBytes, isStreamed, output },
    {
      ...{ tools, workshop, stream, locate: sources.locate },
      ...(options.addedFonts && { addedFonts: options.addedFonts }),
      onFaults: async (sha256, faults) => {
        await keepFaults(sha256, faults, tools, options.cacheFolder);
        await options.keepFaults?.(sha256 as BlobDigest, faults);
      },
    },
    { signal, onProgress },
  );
  if (!rendered.ok) throw refusal('render/invalid', await options.inspector.locate(work.template, rendered.error));
  claim.filmIsMade();
  const { frames, durationSeconds, bytes, sha256, warnings, scenes, cachedScenes } = rendered.value;
  return {
    path: output,
    frames,
    durationSeconds,
    bytes,
    sha256,
    scenes: { total: scenes, cached: cachedScenes },
    warnings: [...issues, ...(await options.inspector.locate(work.template, warnings))],
    [Symbol.asyncDispose]: () => rm(output, { force: true }),
  };
}

/**
 * Returns a callback for the progress of the engine. It first reports that all sources are located, and then each step.
 */
function eventReporter(onEvent: (event: FilmEvent) => void): (progress: RenderProgress) => void {
  let hasReported = false;
  return ({ stage, done, total, framesPerSecond, etaSeconds, scenes }) => {
    if (stage === 'checking' || stage === 'fetching') return;
    if (!hasReported) onEvent({ kind: 'rendering' });
    hasReported = true;
    onEvent({ kind: 'progress', done, total, framesPerSecond, etaSeconds, ...(scenes && { scenes }) });
  };
}
