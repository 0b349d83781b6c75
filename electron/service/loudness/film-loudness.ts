import { join } from 'node:path';
import type { z } from 'zod';
import type { mediaCalls } from '#shared/contract/calls/media.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { Workshop } from '../engine/cache/workshop.ts';
import type { Loudness, LoudnessProgress } from '../engine/measure-loudness.ts';
import type { FilmPlanner } from '../engine/plan/film-planner.ts';
import { locateSources } from '../engine/plan/locate-sources.ts';
import { refusal } from '../errors/issues.ts';
import { ServiceError } from '../errors/service-error.ts';
import { filmValues } from '../renders/accept/film-values.ts';
import { checkSoundForm, type RequestContext } from '../renders/accept/render-request.ts';
import type { FilmWork } from '../renders/records/render-worker.ts';
import { locateForFilm } from '../renders/sources/locate-for-film.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import { createLimiter } from '../waiting/limiter.ts';

export type LoudnessForm = z.output<(typeof mediaCalls)['measureLoudness']['body']['schema']>;

/** The loudness of films according to EBU R 128 and ITU-R BS.1770: integrated loudness, true peak, and range. */
export interface FilmLoudness {
  /**
   * Measures the sound of a film, which equals the sound of a render sample for sample. Needs no encoder and little
   * memory. Uses cached parts. Throws the errors of a render, and `media/cancelled` if the client disconnects or the
   * service stops.
   */
  readonly measure: (form: LoudnessForm, project: ProjectUid, signal: AbortSignal) => Promise<MeasuredFilm>;
  /**
   * Returns the gain of a film, measured on this machine; null if no loudness is requested. Throws the errors of a
   * render.
   */
  readonly gainOf: (work: FilmWork, planner: FilmPlanner, signal: AbortSignal) => Promise<FilmGain | null>;
  readonly stop: () => Promise<void>;
}

export interface MeasuredFilm extends Loudness {
  /** The names of given values that the template does not use. */
  readonly unusedValues: readonly string[];
}

export interface FilmLoudnessOptions extends Omit<RequestContext, 'database'> {
  readonly foundation: Foundation;
  readonly workshop: Workshop;
}

/** The maximum number of simultaneous measurements. Each one uses one or two cores. */
const MEASUREMENTS_AT_ONCE = 1;
/**
 * The maximum number of cached results, which are reused, for example, after an edit is undone. Each result takes a few
 * bytes.
 */
const REMEMBERED_RESULTS = 200;

/** The minimum time between two progress events, in milliseconds. */
const EVENT_MILLISECONDS = 200;

export function createFilmLoudness(options: FilmLoudnessOptions): FilmLoudness {
  const { database, blobs, workspace } = options.foundation;
  const { policy, ownHosts, workshop, inspector } = options;
  const requests: RequestContext = { ...options, database };
  const cacheFolder = join(workspace, 'cache');
  const limiter = createLimiter(MEASUREMENTS_AT_ONCE);
  const running = new Set<Promise<MeasuredFilm>>();
  const cachedResults = new Map<string, Loudness>();
  const stopping = new AbortController();
  const added = options.addedFonts && { addedFonts: options.addedFonts };

  const measure = async (
    { watch, ...form }: LoudnessForm,
    project: ProjectUid,
    signal: AbortSignal,
  ): Promise<MeasuredFilm> => {
    const checked = await checkSoundForm(form, project, requests);
    const tools = await options.tools();
    const text = { xml: checked.template, values: [...filmValues(checked)] };
    const { planner, issues } = await inspector.open(text);
    if (planner === null) throw refusal('render/invalid', issues);
    const work = { project, inputs: checked.inputs };
    await using sources = locateForFilm(work, { database, blobs, tools, cacheFolder, policy, ownHosts, ...added });
    // Import the engine at its first use, because the service must start quickly.
    const { openSound } = await import('../engine/measure-loudness.ts');
    const sound = await openSound(planner, { tools, locate: sources.locate, workshop, ...added }, signal);
    if (!sound.ok) throw refusal('render/invalid', await inspector.locate(text.xml, sound.error));
    const { key, measure: make } = sound.value;
    const onProgress = watch === undefined ? undefined : progressReporter(watch, project, options.foundation);
    // Look up the result again, because another caller may have measured the same film while this caller waited.
    const loudness = await limiter.run(signal, async () => cachedResults.get(key) ?? (await make(signal, onProgress)));
    cachedResults.delete(key);
    cachedResults.set(key, loudness);
    for (const oldest of cachedResults.keys()) {
      if (cachedResults.size <= REMEMBERED_RESULTS) break;
      cachedResults.delete(oldest);
    }
    return { ...loudness, unusedValues: checked.unusedValues };
  };
  return {
    gainOf: async (work, planner, signal) => {
      const tools = await options.tools();
      await using sources = locateForFilm(work, { database, blobs, tools, cacheFolder, policy, ownHosts, ...added });
      const found = await locateSources(planner.sources, { locate: sources.locate, ...added }, signal);
      const { gainOfFilm } = await import('../engine/make/measure-gain.ts');
      const measured = await limiter.run(signal, () => gainOfFilm(planner, found, { tools, workshop }, signal));
      if (!measured.ok) throw refusal('render/invalid', await inspector.locate(work.template, measured.error));
      return measured.value;
    },
    measure: async (form, project, signal) => {
      const either = AbortSignal.any([signal, stopping.signal]);
      const measured = measure(form, project, either);
      running.add(measured);
      try {
        return await measured;
      } catch (error) {
        if (!either.aborted) throw error;
        // biome-ignore lint/style/useErrorCause: it is passed, as our own error's third argument
        throw new ServiceError('media/cancelled', '', { cause: error });
      } finally {
        running.delete(measured);
      }
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}

/** Returns a function that announces the progress of a measurement under the caller's watch id. */
function progressReporter(watch: string, project: ProjectUid, { events }: Pick<Foundation, 'events'>) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (progress: LoudnessProgress): void => {
    const at = performance.now();
    if (at - reportedAt < EVENT_MILLISECONDS) return;
    reportedAt = at;
    events.announce({ type: 'loudness.progress', project, data: { watch, ...progress } });
  };
}
