import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FilmToMake } from '../../engine/make/render-types.ts';
import type { AnyPart } from '../../engine/parts/part.ts';
import type { FilmPlanner, PlannedFilm } from '../../engine/plan/film-planner.ts';
import { type FoundSource, type FoundSources, factsIn, pathsByDigest } from '../../engine/plan/locate-sources.ts';
import { refusal } from '../../errors/issues.ts';
import { type Issue, ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import { locatePinned } from '../../renders/sources/pinned-sources.ts';
import type { SourceLocator } from '../../sources/locate-source.ts';
import { runPool } from '../../waiting/pool.ts';
import { createSharedWork } from '../../waiting/shared-work.ts';
import type { FilmJob } from '../protocol/job.ts';
import {
  blobKey,
  type ObjectStorage,
  putOnce,
  putTextOnce,
  sourceManifestKey,
  templateKey,
} from '../storage/object-storage.ts';
import type { JobProcessorOptions } from './job-processor.ts';
import { readSourceManifest, sourceManifestText } from './source-manifest.ts';
import type { FilesInUse } from './stored-files.ts';

/** A film with the plan of the dividing worker and the facts about its sources. */
export interface FilmByManifest {
  readonly planned: PlannedFilm;
  readonly found: FoundSources<FoundSource>;
}

/**
 * Plans a film from its source manifest, without the source files. Stores the plan for later calls. Throws
 * `farm/version` if this version plans the film differently, and `farm/lacking` if the manifest is missing in the
 * store.
 */
export async function planByManifest(
  job: FilmJob,
  question: string,
  planned: PlannedFilms,
  options: Pick<JobProcessorOptions, 'tools'> & {
    readonly files: FilesInUse;
    /** Opens the template if no plan is stored. */
    readonly open: (signal: AbortSignal) => Promise<Pick<OpenedTemplate, 'planner'>>;
  },
  signal: AbortSignal,
): Promise<FilmByManifest> {
  const { files, open } = options;
  const { filters, version: toolsVersion } = await options.tools();
  const sources = readSourceManifest(
    await readFile(await files.path(sourceManifestKey(question), question, signal), 'utf8'),
  );
  if (sources === null) throw new ServiceError('farm/version');
  const { format, quality, hardware, gain = null, isStreamed = false } = job;
  const plan = async (abortSignal: AbortSignal): Promise<PlannedFilm> => {
    const { planner } = await open(abortSignal);
    const result = await planner.plan(
      { format, quality, hardware, found: sources, filters, toolsVersion, gain, isStreamed },
      abortSignal,
    );
    // The worker that wrote the manifest could plan the film, so this program plans it differently.
    if (!result.ok) throw new ServiceError('farm/version');
    return result.value;
  };
  return { planned: await planned.find(planName(job, question, toolsVersion), signal, plan), found: sources };
}

/** The parsed template of a job, with its issues. */
export interface OpenedTemplate {
  readonly xml: string;
  readonly planner: FilmPlanner;
  readonly issues: readonly Issue[];
}

/** Reads and parses the template of a job. Throws `render/invalid` if it is refused. */
export async function openTemplate(
  { template, variables, range }: FilmJob,
  inspector: JobProcessorOptions['inspector'],
  files: FilesInUse,
  signal: AbortSignal,
): Promise<OpenedTemplate> {
  const xml = await readFile(await files.path(templateKey(template), template, signal), 'utf8');
  const { planner, issues } = await inspector.open({ xml, values: variables, range });
  if (planner === null) throw refusal('render/invalid', issues);
  return { xml, planner, issues };
}

/** The latest plans of films whose parts were requested. */
export interface PlannedFilms {
  /** Returns the plan with this name. Concurrent callers share the planning. */
  find(name: string, signal: AbortSignal, plan: (signal: AbortSignal) => Promise<PlannedFilm>): Promise<PlannedFilm>;
  /** Stores a plan that was made elsewhere. */
  remember(name: string, planned: PlannedFilm): void;
}

/** The number of stored plans. The plan of a long film takes some tens of megabytes. */
const REMEMBERED_PLANS = 4;

export function createPlannedFilms(): PlannedFilms {
  /** The plans by name, least recently used first. */
  const plans = new Map<string, PlannedFilm>();
  const planning = createSharedWork<PlannedFilm>();
  const remember = (name: string, planned: PlannedFilm): void => {
    plans.delete(name);
    plans.set(name, planned);
    for (const oldest of plans.keys()) {
      if (plans.size <= REMEMBERED_PLANS) break;
      plans.delete(oldest);
    }
  };
  return {
    remember,
    find: async (name, signal, plan) => {
      const planned = plans.get(name) ?? (await planning.run(name, signal, plan));
      remember(name, planned);
      return planned;
    },
  };
}

/** Returns a digest of all values that determine a plan. */
export function planName(
  { template, variables, range, format, quality, hardware, gain, isStreamed }: FilmJob,
  question: string,
  toolsVersion: string,
): string {
  const inputs = [template, variables, range, format, quality, hardware, question, toolsVersion, gain, isStreamed];
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}

/**
 * Locates the sources of a job. Assets and the service's own addresses are in the store. Other addresses are fetched
 * under the address guard.
 */
export function locateForJob(
  { project, inputs, ownAddresses, isConfined }: FilmJob,
  files: FilesInUse,
  tools: MediaTools,
  { cacheFolder, policy }: Pick<JobProcessorOptions, 'cacheFolder' | 'policy'>,
): SourceLocator {
  const ownAssets = new Map(ownAddresses);
  return locatePinned(
    { project, inputs: new Map(inputs), isConfined },
    {
      ...{ tools, cacheFolder, policy },
      assetOf: (source) =>
        source.kind === 'asset' ? { project, name: source.name } : (ownAssets.get(source.url) ?? null),
      pathOf: (sha256, signal) => files.path(blobKey(sha256), sha256, signal),
    },
  );
}

/** Fetches the fonts that were added to the service. Returns them with local paths. */
export async function fontsOfJob(
  { fonts }: FilmJob,
  files: FilesInUse,
  signal: AbortSignal,
): Promise<readonly InstalledFont[]> {
  const localFonts: InstalledFont[] = [];
  for (const font of fonts)
    localFonts.push({ ...font, path: await files.path(blobKey(font.digest), font.digest, signal) });
  return localFonts;
}

const PUTS_AT_ONCE = 4;

/**
 * Puts all files into the store that other workers need to make the parts: the sources of these parts and the source
 * manifest. Returns the digest of the manifest.
 */
export async function shareSources(
  { found, jobs }: Pick<FilmToMake, 'found' | 'jobs'>,
  folder: string,
  storage: ObjectStorage,
  signal: AbortSignal,
): Promise<string> {
  const pathOf = pathsByDigest(found);
  const needed = new Set(jobs.flatMap(({ parts }) => parts.flatMap(({ part }) => digestsIn(part))));
  await runPool([...needed], PUTS_AT_ONCE, signal, (sha256, abortSignal) =>
    putOnce(storage, blobKey(sha256), { path: pathOf(sha256), sha256 }, { signal: abortSignal }),
  );
  return await putTextOnce(storage, sourceManifestKey, sourceManifestText(factsIn(found)), { folder, signal });
}

function digestsIn({ inputs }: AnyPart): readonly string[] {
  return inputs.flatMap((input) => (input.kind === 'still' ? [] : [input.sha256]));
}
