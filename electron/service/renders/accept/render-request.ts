import { setImmediate as nextTurn } from 'node:timers/promises';
import { required } from '#shared/lib/assert.ts';
import { hasCode, message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { FrameSpan, RequestedSpan } from '#shared/timeline/build-timeline.ts';
import { type BrandValues, brandValuesOf } from '../../brand/brand-rows.ts';
import { requireAllowedAddresses } from '../../destinations/allowed-address.ts';
import type { EncoderProbes } from '../../engine/formats/encoder-probes.ts';
import { encodersOf, formatOf } from '../../engine/formats/formats.ts';
import { formatWith } from '../../engine/formats/hardware-encoders.ts';
import { type MemoryQueue, machineMemory, requireMemory } from '../../engine/plan/memory-queue.ts';
import { refusal } from '../../errors/issues.ts';
import { type Issue, issueOf, ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import type { InstalledFont } from '../../fonts/installed-fonts.ts';
import type { FilmInspection, Values } from '../../inspection/inspect-film.ts';
import type { FilmText } from '../../inspection/inspection-task.ts';
import type { MovieInspector } from '../../inspection/inspector.ts';
import type { AddressPolicy } from '../../network/address-guard.ts';
import { type PublishedFilm, readPublishedFilm } from '../../publishing/published-film.ts';
import type { BlobDigest, Database, ProjectUid } from '../../storage/ports.ts';
import { yieldRegularly } from '../../waiting/yield-regularly.ts';
import { assetPixels } from '../sources/asset-key.ts';
import type { OwnHosts } from '../sources/own-address.ts';
import { filmValues } from './film-values.ts';
import { type FilmInput, type ReadForm, type RenderForm, readRenderForm, type StoredKeys } from './render-form.ts';
import { createInputFinder, type InputFinder, type Inputs } from './render-inputs.ts';
import { rangeInFilm, rangeInOpenFilm } from './requested-range.ts';

/** The dependencies for checking requests. */
export interface RequestContext {
  readonly database: Database;
  readonly ownHosts: OwnHosts;
  readonly tools: () => Promise<MediaTools>;
  readonly encoders: EncoderProbes;
  /** The address policy for object stores and notifications. */
  readonly policy: AddressPolicy;
  /** Returns the XML of a saved movie; throws `movie/not-found`. */
  readonly movieXml: (project: ProjectUid, name: string) => string;
  readonly inspector: MovieInspector;
  /** The project whose brand the films use; by default their own project. */
  readonly brandOf?: ProjectUid | undefined;
  /** The installed fonts; by default none. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** The memory limit of one film; by default the limit of the machine. */
  readonly memory?: Pick<MemoryQueue, 'mostOfOne'>;
  /** Returns the stored keys of a destination by their name; by default, no keys are stored. */
  readonly storedKeys?: StoredKeys;
}

/** A render that passed all checks before its start. */
export interface CheckedRender extends FilmInput {
  readonly template: string;
  /** The given values. */
  readonly variables: ReadonlyMap<string, string>;
  /** The brand values, which the given values override; by default none. */
  readonly brand?: BrandValues;
  /** The language of the film; null or absent for the language of the movie. */
  readonly language?: string | null;
  /** The frames to make; null or absent for all frames. */
  readonly range?: FrameSpan | null;
  /** The number of frames to make; an estimate if sources determine lengths. */
  readonly totalFrames: number;
  readonly inputs: Inputs;
  /** The uid of the snapshot that contains the movie; null for a movie of the project. */
  readonly published: string | null;
  /** Whether the film plays while it is made; absent for false. */
  readonly isStreamed?: boolean;
  /** The name that lists display. */
  readonly name?: string | null;
  /** The name of the template in the project. */
  readonly templateName?: string | null;
}

export interface CheckedForm extends CheckedRender {
  /** The names of values that the template does not use. Long names are shortened. */
  readonly unusedValues: readonly string[];
  readonly async: boolean;
  readonly detach: boolean;
}

/**
 * Checks a form with its template, variables, and assets. Throws a {@link ServiceError}: `template/invalid` or
 * `render/invalid` with all issues, `movie/not-found`, `published/not-found`, `destination/refused`,
 * `render/format-unavailable`, `render/encoder-unavailable`, `render/memory`, or `ffmpeg/not-found`.
 */
export async function checkRenderForm(
  form: RenderForm,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
  absent: NonNullable<FilmToCheck['absent']> = 'refuse',
): Promise<CheckedForm> {
  const { checked, assets } = await checkFilmForm(form, project, context, absent);
  await requireAllowedAddresses(checked, context.policy, signal);
  await requireFormat(checked, context);
  const { template, range = null } = checked;
  await requireLeastMemory({ xml: template, values: [...filmValues(checked)], range }, checked, assets, context);
  return checked;
}

/**
 * Checks the content of a film for a sound-only request, which needs neither an encoder nor memory for pictures. Throws
 * the content errors of {@link checkRenderForm}.
 */
export async function checkSoundForm(
  form: Pick<RenderForm, 'template' | 'movie' | 'variables' | 'language' | 'loudness' | 'truepeak'>,
  project: ProjectUid,
  context: FilmContext,
): Promise<CheckedForm> {
  const { checked } = await checkFilmForm(form, project, context, 'refuse');
  return checked;
}

type FilmContext = Pick<RequestContext, 'database' | 'ownHosts' | 'movieXml' | 'inspector' | 'brandOf' | 'storedKeys'>;

async function checkFilmForm(
  form: RenderForm,
  project: ProjectUid,
  context: FilmContext,
  absent: NonNullable<FilmToCheck['absent']>,
): Promise<{ readonly checked: CheckedForm; readonly assets: ReadonlyMap<string, BlobDigest> }> {
  const { subject, issues, range, ...read } = await readRenderForm(form, context.storedKeys);
  // Let other requests run, because reading megabytes of values takes as long as sending them to the thread, which is
  // the next step.
  await nextTurn();
  const { xml, published } = subjectIn(subject, project, context);
  // Report missing values only if all values could be read.
  const missing = issues.some(({ path }) => path.startsWith('variables')) ? 'ignore' : 'error';
  const brand = brandFor(project, published, context);
  const values = [...filmValues({ ...read, brand })];
  const isPackaged = read.package !== null && read.package !== undefined;
  const requested = { values, project, published, absent, range, isPackaged };
  const film = xml === null ? null : await checkFilm({ ...requested, xml, missing }, context);
  const all = [...issues, ...(film?.issues ?? [])];
  if (film === null || film.kind === 'refused' || issues.length > 0) throw refusal(codeFor(all), all);
  const template = required(xml, 'a film without a template');
  const unusedValues = unusedValuesIn(film.issues);
  return {
    checked: { ...read, brand, template, published: published?.uid ?? null, ...film.film, unusedValues },
    assets: film.assets,
  };
}

function unusedValuesIn(issues: readonly Issue[]): readonly string[] {
  return issues.flatMap((issue) => {
    const says = messageOf(issue);
    return hasCode(says, 'variable/unused') ? [says.values.name] : [];
  });
}

/**
 * Returns the brand values of a film: the values of its snapshot if it has one, otherwise the current values of the
 * project.
 */
export function brandFor(
  project: ProjectUid,
  published: Pick<PublishedFilm, 'brand'> | null,
  { database, brandOf = project }: Pick<RequestContext, 'database' | 'brandOf'>,
): BrandValues {
  return published === null ? brandValuesOf(database, brandOf) : published.brand;
}

interface Subject {
  readonly xml: string | null;
  readonly published: (PublishedFilm & { readonly uid: string }) | null;
}

function subjectIn(
  subject: ReadForm['subject'],
  project: ProjectUid,
  context: Pick<RequestContext, 'database' | 'movieXml'>,
): Subject {
  if (subject === null) return { xml: null, published: null };
  if (subject.kind === 'xml') return { xml: subject.xml, published: null };
  if (subject.published === null) return { xml: context.movieXml(project, subject.name), published: null };
  const film = readPublishedFilm(context.database, subject.published, subject.name);
  return { xml: film.xml, published: { ...film, uid: subject.published } };
}

export type FilmCheck =
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'good';
      readonly issues: readonly Issue[];
      readonly film: Pick<CheckedRender, 'totalFrames' | 'inputs' | 'range'>;
      /** The digests of its assets, by input key. */
      readonly assets: ReadonlyMap<string, BlobDigest>;
    };

/** A film to check: its template, its values, and the project of its assets. */
export interface FilmToCheck {
  readonly xml: string;
  readonly values: Values;
  readonly missing: 'error' | 'ignore';
  readonly project: ProjectUid;
  readonly published: Pick<PublishedFilm, 'project' | 'assets'> | null;
  /** Whether missing assets are issues (`refuse`). With `leave`, the caller checks the assets itself. */
  readonly absent?: 'refuse' | 'leave';
  /** The requested frames; null or absent for all frames. */
  readonly range?: RequestedSpan | null;
  /** Whether the film gets a package. The sources of the package must exist. */
  readonly isPackaged?: boolean;
}

/** Resolves a template and looks up its assets. Returns all issues in the order of the text. */
export async function checkFilm(
  { xml, values, missing, project, published, absent = 'refuse', range = null, isPackaged = false }: FilmToCheck,
  context: Pick<RequestContext, 'database' | 'ownHosts' | 'inspector'>,
): Promise<FilmCheck> {
  const query = { xml, values, missing, range, isPackaged };
  const first = await context.inspector.film(query);
  const { sources, totalFrames, isLengthOpen } = first;
  const finder = createInputFinder(project, context, published);
  const { inputs, assets, lacking: missingAssets } = await lookUpAssets(sources, finder);
  const refuses = absent === 'refuse' && missingAssets.length > 0;
  // Find the positions of missing assets only for a refusal, because a film can show a source at 100,000 places.
  const { entries, omittedUses } = refuses ? await context.inspector.film({ ...query, absent: missingAssets }) : first;
  const issues = [...(await issuesOf(entries, finder))];
  if (omittedUses > 0) issues.push(moreAbsent(omittedUses));
  const inFilm = (requested: RequestedSpan, length: number) =>
    isLengthOpen ? rangeInOpenFilm(requested) : rangeInFilm(requested, length);
  const placed = range === null || totalFrames === null ? null : inFilm(range, totalFrames);
  if (placed !== null && 'issue' in placed) issues.push(placed.issue);
  if (totalFrames === null || issues.some(({ severity }) => severity === 'error')) return { kind: 'refused', issues };
  const span = placed !== null && 'span' in placed ? placed.span : null;
  return {
    kind: 'good',
    issues,
    film: { totalFrames: span === null ? totalFrames : span.to - span.from, inputs, range: span },
    assets,
  };
}

/** Returns the digests of a film's assets and the missing assets. */
async function lookUpAssets(sources: readonly MediaSource[], finder: InputFinder) {
  const inputs = new Map<string, BlobDigest>();
  const assets = new Map<string, BlobDigest>();
  const missingAssets: MediaSource[] = [];
  const yieldTurn = yieldRegularly();
  for (const source of sources) {
    await yieldTurn();
    const asset = finder.find(source);
    if (asset === null) continue;
    if (asset.sha256 === null) missingAssets.push(source);
    else {
      inputs.set(asset.key, asset.sha256);
      if (source.kind === 'asset') assets.set(nameKey(source.name), asset.sha256);
    }
  }
  return { inputs, assets, lacking: missingAssets };
}

async function issuesOf(entries: FilmInspection['entries'], finder: InputFinder): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  const yieldTurn = yieldRegularly();
  for (const entry of entries) {
    await yieldTurn();
    if (entry.kind === 'issue') {
      issues.push(entry.issue);
      continue;
    }
    const { source, code, place } = entry.use;
    issues.push(issueOf(code, finder.messageFor(source), place));
  }
  return issues;
}

function moreAbsent(count: number): Issue {
  return issueOf('template/more-problems', message('template/more-problems', { count }), { severity: 'warning' });
}

/** Throws `render/memory` if the film certainly exceeds the memory of this machine. */
async function requireLeastMemory(
  film: FilmText,
  { format, quality, hardware }: Pick<FilmInput, 'format' | 'quality' | 'hardware'>,
  assets: ReadonlyMap<string, BlobDigest>,
  { inspector, database, memory = machineMemory() }: RequestContext,
): Promise<void> {
  const yieldTurn = yieldRegularly();
  const pixels = new Map<string, number>();
  for (const [name, sha256] of assets) {
    await yieldTurn();
    pixels.set(name, assetPixels(database, sha256));
  }
  const { bytes, width, height } = await inspector.memory(film, { format, quality, hardware, pixels });
  requireMemory(bytes, memory, { width, height, label: formatOf(format).label });
}

/** Throws if FFmpeg is missing or cannot make the format with the encoder. */
export async function requireFormat(
  { format: name, hardware }: Pick<FilmInput, 'format' | 'hardware'>,
  { tools: find, encoders }: Pick<RequestContext, 'tools' | 'encoders'>,
): Promise<void> {
  const tools = await find();
  if (hardware !== null) await encoders.require(tools, hardware);
  const format = formatWith(name, hardware);
  const missing = encodersOf(format).filter((encoder) => !tools.encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError(
      'render/format-unavailable',
      message('format/needs', { format: format.label, encoders: missing }),
    );
}

/**
 * Returns the error code. It is the code for an invalid template if an issue is independent of the values, otherwise
 * the code for an invalid render.
 */
function codeFor(issues: readonly Issue[]): 'template/invalid' | 'render/invalid' {
  const isTemplateInvalid = issues.some(
    ({ code, severity }) => severity === 'error' && /^(?:xml|template)\//.test(code),
  );
  return isTemplateInvalid ? 'template/invalid' : 'render/invalid';
}
