import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { framesToSeconds, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../errors/service-error.ts';
import { storageFailure } from '../errors/storage-failure.ts';
import { workingGuard } from '../ffmpeg/tool-process.ts';
import { SourceChangedError, withChangedSourceAsError } from './cache/unchanged-sources.ts';
import { openUnfinishedFilm } from './cache/unfinished-film.ts';
import { checkDrawings, undrawableFindings, withRemainingDrawingErrors } from './compose/check-drawings.ts';
import { UndrawableError } from './compose/compose-threads.ts';
import { drawingFrom, warmDrawing } from './compose/drawing-queue.ts';
import { encodersOf, formatOf } from './formats/formats.ts';
import { formatWith } from './formats/hardware-encoders.ts';
import { sizingOf } from './make/fit-size.ts';
import { allWarnings, makeFilm } from './make/make-film.ts';
import { gainOfFilm } from './make/measure-gain.ts';
import type { Render, RenderDependencies, RenderOutcome, RenderRequest } from './make/render-types.ts';
import { type FoundSources, factsIn, locateSources, pathsByDigest } from './plan/locate-sources.ts';
import type { RenderPlan } from './plan/plan.ts';

/**
 * Renders one film: locates its sources, plans it, makes the parts that are not cached, joins them, checks the file,
 * and renames it to the output path. The result is an error if the sources have problems. Throws a {@link ServiceError}
 * for any other failure, or the signal's reason after an abort. A failed render leaves no file or process behind.
 */
export const renderMovie: Render = async (request, dependencies, { signal, onProgress }) => {
  const startedAt = performance.now();
  const { tools, beforeMaking } = dependencies;
  // Errors that `beforeMaking` threw. They are rethrown unchanged.
  const callerErrors: unknown[] = [];
  requireFormat(request, tools.encoders);
  if (request.maxBytes != null) sizingOf(formatOf(request.format));
  signal.throwIfAborted();
  await using unfinished = await openUnfinishedFilm(request.output, request.outputMode);

  onProgress?.({ stage: 'fetching', done: 0, total: 0, framesPerSecond: null, etaSeconds: null });
  const { film, format, quality, hardware = null, isStreamed = false } = request;
  // Check the wrapper of FFmpeg while the sources are read.
  void workingGuard();
  if (film.sources.some(({ kind }) => kind === 'image' || kind === 'font')) warmDrawing();
  const sources = await locateSources(film.sources, dependencies, signal);
  const { filters, version: toolsVersion } = tools;
  const settings = { format, quality, hardware, filters, toolsVersion, isStreamed };
  const planQuery = { ...settings, found: factsIn(sources) };
  const drawings = await film.drawings(planQuery, signal);
  if (!drawings.ok) return err(drawings.error);
  const { layOut, draw } = drawingFrom(pathsByDigest(sources));
  const checked = await checkDrawings(drawings.value, layOut, signal);
  if (checked.errors.length > 0)
    return err(await withRemainingDrawingErrors(checked.errors, drawings.value, draw, signal));
  const gain = await gainFor(request, sources, dependencies, signal);
  if (!gain.ok) return gain;
  const planned = await film.plan({ ...planQuery, gain: gain.value }, signal);
  if (!planned.ok) return err(planned.error);
  signal.throwIfAborted();
  try {
    const options = { signal, onProgress: onProgress ?? ignore, maxBytes: request.maxBytes ?? null };
    const notify = beforeMaking && recordingErrors(beforeMaking, callerErrors);
    const facts = { planned: planned.value, found: sources, drawingWarnings: checked.warnings };
    const made = await makeFilm(
      planned.value,
      sources,
      unfinished,
      { ...dependencies, beforeMaking: async (inventory) => await notify?.({ ...facts, ...inventory }) },
      options,
    );
    return ok({
      ...renderOutcome(planned.value.plan, request),
      ...made,
      warnings: [...allWarnings(planned.value.plan, made), ...checked.warnings],
      elapsedSeconds: (performance.now() - startedAt) / 1000,
    });
  } catch (error) {
    if (callerErrors.includes(error)) throw error;
    // After an abort, the steps fail with various errors. Report the signal's reason instead.
    signal.throwIfAborted();
    const undrawable = error instanceof UndrawableError ? undrawableFindings(error, drawings.value) : [];
    if (undrawable.length > 0) return err(await withRemainingDrawingErrors(undrawable, drawings.value, draw, signal));
    if (!(error instanceof SourceChangedError)) throw storageFailure(error);
    const changed = await film.plan({ ...settings, found: factsIn(withChangedSourceAsError(sources, error)) }, signal);
    if (changed.ok) throw error;
    return err(changed.error);
  }
};

/** Returns the gain in the request, or measures the film. Returns null if the film needs no gain. */
async function gainFor(
  { film, format, gain }: RenderRequest,
  found: FoundSources,
  dependencies: RenderDependencies,
  signal: AbortSignal,
): Promise<Result<FilmGain | null, readonly Finding[]>> {
  if (gain !== undefined && gain !== null) return ok(gain);
  if (film.loudness === null || formatOf(format).sound === null) return ok(null);
  try {
    return await gainOfFilm(film, found, dependencies, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw storageFailure(error);
  }
}

/** Wraps `beforeMaking` and records the errors that it throws. */
function recordingErrors(
  before: NonNullable<RenderDependencies['beforeMaking']>,
  thrown: unknown[],
): NonNullable<RenderDependencies['beforeMaking']> {
  return async (film) => {
    try {
      await before(film);
    } catch (error) {
      thrown.push(error);
      throw error;
    }
  };
}

function requireFormat({ format, hardware = null }: RenderRequest, encoders: ReadonlySet<string>): void {
  const requested = formatWith(format, hardware);
  const missing = encodersOf(requested).filter((encoder) => !encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError(
      'render/format-unavailable',
      message('format/needs', { format: requested.label, encoders: missing }),
    );
}

/**
 * Returns the facts about the film from its plan. They also describe the file, because the file was checked against the
 * plan.
 */
export function renderOutcome(
  { canvas, format, length, samples }: RenderPlan,
  request: Pick<RenderRequest, 'output' | 'format' | 'quality'>,
) {
  return {
    path: request.output,
    format: request.format,
    quality: request.quality,
    width: canvas.width,
    height: canvas.height,
    frameRate: canvas.frameRate,
    frames: length,
    durationSeconds: format.picture === null ? samples / SAMPLE_RATE : framesToSeconds(length, canvas.frameRate),
  } satisfies Partial<RenderOutcome>;
}

function ignore(): void {
  // The default for a caller that passes no `onProgress`.
}
