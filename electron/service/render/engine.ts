import { err, ok } from '../../../shared/lib/result.ts';
import { framesToSeconds, SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import { ServiceError } from '../service-error.ts';
import { encodersOf, formatOf } from './formats.ts';
import { locateSources } from './locate-sources.ts';
import { makeFilm } from './make-film.ts';
import { planRender, type RenderPlan } from './plan.ts';
import { openDraft } from './publish.ts';
import type { Render, RenderOutcome, RenderRequest } from './render-types.ts';
import { storageFailure } from './storage-failure.ts';

/**
 * Makes one film: finds its sources, plans it, makes the parts that no earlier film left behind, joins them, checks
 * the result and publishes it under its name. Problems of the sources are a result; a {@link ServiceError} is thrown
 * for what went wrong on the way, the signal's reason when it was aborted. Then nothing is left behind.
 */
export const renderMovie: Render = async (request, surroundings, { signal, onProgress }) => {
  const startedAt = performance.now();
  const { tools, locate } = surroundings;
  requireFormat(request, tools.encoders);
  signal.throwIfAborted();
  await using draft = await openDraft(request.output);

  onProgress?.({ stage: 'fetching', done: 0, total: 0, framesPerSecond: null, etaSeconds: null });
  const sources = await locateSources(request.movie, locate, signal);
  if (!sources.ok) return err(sources.error);
  const plan = planRender({ ...request, sources: sources.value, filters: tools.filters });
  try {
    const film = await makeFilm(plan, sources.value, draft, surroundings, { signal, onProgress: onProgress ?? ignore });
    return ok({ ...outcomeOf(plan, request), ...film, elapsedSeconds: (performance.now() - startedAt) / 1000 });
  } catch (error) {
    // What fails because of the abort says so in many ways.
    signal.throwIfAborted();
    throw storageFailure(error);
  }
};

function requireFormat({ format }: RenderRequest, encoders: ReadonlySet<string>): void {
  const missing = encodersOf(format).filter((encoder) => !encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError('render/format-unavailable', `${formatOf(format).label} needs ${missing.join(' and ')}.`);
}

/** What was planned and, since the file was checked against it, is so. */
function outcomeOf({ canvas, format, length, samples, scenes, warnings }: RenderPlan, request: RenderRequest) {
  return {
    path: request.output,
    format: request.format,
    quality: request.quality,
    width: canvas.width,
    height: canvas.height,
    frameRate: canvas.frameRate,
    frames: length,
    durationSeconds: format.picture === null ? samples / SAMPLE_RATE : framesToSeconds(length, canvas.frameRate),
    scenes: scenes.length,
    warnings,
  } satisfies Partial<RenderOutcome>;
}

function ignore(): void {
  // Nobody wants to know.
}
