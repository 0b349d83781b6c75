import { setImmediate as nextTurn } from 'node:timers/promises';
import { overBrand } from '#shared/brand/brand-values.ts';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { FrameSpan, RequestedSpan } from '#shared/timeline/build-timeline.ts';
import { type BrandValues, brandValuesOf } from '../../brand/brand-rows.ts';
import { allowedAddress } from '../../destinations/allowed-address.ts';
import type { EncoderProbes } from '../../engine/formats/encoder-trials.ts';
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
import { type FilmInput, type ReadForm, type RenderForm, readRenderForm, type StoredKeys } from './render-form.ts';
import { createInputFinder, type InputFinder, type Inputs } from './render-inputs.ts';
import { rangeInFilm, rangeInOpenFilm } from './requested-range.ts';

/** What requests are checked against. */
export interface RequestContext {
  readonly database: Database;
  readonly ownHosts: OwnHosts;
  readonly tools: () => Promise<MediaTools>;
  readonly encoders: EncoderProbes;
  /** For object stores: where they may be. */
  readonly policy: AddressPolicy;
  /** The XML of a saved movie; throws `movie/not-found`. */
  readonly movieXml: (project: ProjectUid, name: string) => string;
  readonly inspector: MovieInspector;
  /** Whose brand films are shown in; that of their own project unless given. */
  readonly brandOf?: ProjectUid | undefined;
  /** The fonts that were added to the program; none unless given. */
  readonly addedFonts?: () => Promise<readonly InstalledFont[]>;
  /** What one film may take; the machine's unless given. */
  readonly memory?: Pick<MemoryQueue, 'mostOfOne'>;
  /** Keys that destinations may name; none unless given. */
  readonly storedKeys?: StoredKeys;
}

/** A render that can be accepted: everything that can be known before it runs was checked. */
export interface CheckedRender extends FilmInput {
  readonly template: string;
  /** As they were given. */
  readonly variables: ReadonlyMap<string, string>;
  /** What the brand gives beneath them; nothing unless said. */
  readonly brand?: BrandValues;
  /** The frames that are made; null or absent for all of them. */
  readonly range?: FrameSpan | null;
  /** That are made; where lengths come from sources, a guess. */
  readonly totalFrames: number;
  readonly inputs: Inputs;
  /** The snapshot that it is a film of, if it is one. */
  readonly published: string | null;
  /** What lists call it. */
  readonly name?: string | null;
  /** What the project calls what it is of. */
  readonly templateName?: string | null;
}

export interface CheckedForm extends CheckedRender {
  readonly async: boolean;
  readonly detach: boolean;
}

/**
 * Checks a form with its template, variables and assets. Throws {@link ServiceError} `template/invalid` or
 * `render/invalid` with every issue, `movie/not-found`, `published/not-found`, `destination/refused`,
 * `render/format-unavailable`, `render/encoder-unavailable`, `render/memory`,
 * `ffmpeg/not-found`.
 */
export async function checkRenderForm(
  form: RenderForm,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
  absent: NonNullable<FilmQuestion['absent']> = 'refuse',
): Promise<CheckedForm> {
  const { checked, assets } = await checkFilmForm(form, project, context, absent);
  if (checked.destination !== null) await allowedAddress(checked.destination.place, context.policy, signal);
  await requireFormat(checked, context);
  const { template, range = null } = checked;
  await requireLeastMemory({ xml: template, values: filmValues(checked), range }, checked, assets, context);
  return checked;
}

/**
 * Checks what a film is, and nothing of how it would be made: the form of a film whose sound alone is wanted, which no
 * encoder and no memory for pictures stands in the way of. Throws as {@link checkRenderForm} does of the film itself.
 */
export async function checkSoundForm(
  form: Pick<RenderForm, 'template' | 'movie' | 'variables'>,
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
  absent: NonNullable<FilmQuestion['absent']>,
): Promise<{ readonly checked: CheckedForm; readonly assets: ReadonlyMap<string, BlobDigest> }> {
  const { subject, issues, range, ...read } = readRenderForm(form, context.storedKeys);
  // Reading megabytes of values takes as long as handing them on does: others come in between.
  await nextTurn();
  const { xml, published } = subjectIn(subject, project, context);
  // Values that could not be read are not missing as well.
  const missing = issues.some(({ path }) => path.startsWith('variables')) ? 'ignore' : 'error';
  const brand = brandFor(project, published, context);
  const values = filmValues({ variables: read.variables, brand });
  const requested = { values, project, published, absent, range };
  const film = xml === null ? null : await checkFilm({ ...requested, xml, missing }, context);
  const all = [...issues, ...(film?.issues ?? [])];
  if (film === null || film.kind === 'refused' || issues.length > 0) throw refusal(codeFor(all), all);
  const template = required(xml, 'a film without a template');
  return {
    checked: { ...read, brand, template, published: published?.uid ?? null, ...film.film },
    assets: film.assets,
  };
}

/** The values of a film that was checked, those of the brand included. */
export function filmValues({ variables, brand = [] }: Pick<CheckedRender, 'variables' | 'brand'>): Values {
  return [...overBrand(variables, brand)];
}

/** What the brand gives to a film: that of its snapshot, or of the project as it is now. */
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
      /** The bytes of the assets that it shows, by the keys of their names. */
      readonly assets: ReadonlyMap<string, BlobDigest>;
    };

/** A film to be checked: what it is made of, and whose assets it shows. */
export interface FilmQuestion {
  readonly xml: string;
  readonly values: Values;
  readonly missing: 'error' | 'ignore';
  readonly project: ProjectUid;
  readonly published: Pick<PublishedFilm, 'project' | 'assets'> | null;
  /** Whether assets that are not there are an issue; whoever needs only some of them looks for those itself. */
  readonly absent?: 'refuse' | 'leave';
  /** The frames of it that are wanted; all of them unless given. */
  readonly range?: RequestedSpan | null;
}

/** Resolves a template and looks its assets up; everything that is wrong is in the issues, in the order of the text. */
export async function checkFilm(
  { xml, values, missing, project, published, absent = 'refuse', range = null }: FilmQuestion,
  context: Pick<RequestContext, 'database' | 'ownHosts' | 'inspector'>,
): Promise<FilmCheck> {
  const question = { xml, values, missing, range };
  const first = await context.inspector.film(question);
  const { sources, totalFrames, isLengthOpen } = first;
  const finder = createInputFinder(project, context, published);
  const { inputs, assets, lacking } = await lookUp(sources, finder);
  // Where they stand is asked only if some lack: a film may show a source at 100,000 places.
  const refuses = absent === 'refuse' && lacking.length > 0;
  const { entries, untold } = refuses ? await context.inspector.film({ ...question, absent: lacking }) : first;
  const issues = [...(await issuesOf(entries, finder))];
  if (untold > 0) issues.push(moreAbsent(untold));
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

/** Which bytes the assets of a film are, and those that are not there. */
async function lookUp(sources: readonly MediaSource[], finder: InputFinder) {
  const inputs = new Map<string, BlobDigest>();
  const assets = new Map<string, BlobDigest>();
  const lacking: MediaSource[] = [];
  const yieldTurn = yieldRegularly();
  for (const source of sources) {
    await yieldTurn();
    const found = finder.find(source);
    if (found === null) continue;
    if (found.sha256 === null) lacking.push(source);
    else {
      inputs.set(found.key, found.sha256);
      if (source.kind === 'asset') assets.set(nameKey(source.name), found.sha256);
    }
  }
  return { inputs, assets, lacking };
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
    issues.push(issueOf(code, finder.complaint(source), place));
  }
  return issues;
}

function moreAbsent(count: number): Issue {
  return issueOf('template/more-problems', message('template/more-problems', { count }), { severity: 'warning' });
}

/** Throws `render/memory` for a film that this machine could never make, as far as that is known of it before. */
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

/** Throws where this machine's FFmpeg cannot make the format, or not with that encoder, or there is none. */
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

/** A document that is wrong whatever its values, or a render that is. */
function codeFor(issues: readonly Issue[]): 'template/invalid' | 'render/invalid' {
  const ofDocument = issues.some(({ code, severity }) => severity === 'error' && /^(?:xml|template)\//.test(code));
  return ofDocument ? 'template/invalid' : 'render/invalid';
}
