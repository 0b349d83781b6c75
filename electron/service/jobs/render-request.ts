import { required } from '../../../shared/lib/assert.ts';
import { enabledParts, type Movie } from '../../../shared/template/movie.ts';
import { resolveTemplate } from '../../../shared/template/resolve.ts';
import { locateFindings } from '../../../shared/template-xml/problems.ts';
import { readTemplate } from '../../../shared/template-xml/read.ts';
import { storeAddress } from '../destinations/store-address.ts';
import type { MediaTools } from '../media/tools.ts';
import { encodersOf, type FormatName, formatOf } from '../render/formats.ts';
import { type Issue, ServiceError } from '../service-error.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { issueOf, refusal } from './issues.ts';
import type { OwnHosts } from './own-address.ts';
import { type FilmWish, type RenderForm, readRenderForm } from './render-form.ts';
import { type PinnedInputs, pinInputs } from './render-inputs.ts';

/** What requests are checked against. */
export interface RequestContext {
  readonly database: Database;
  readonly ownHosts: OwnHosts;
  readonly tools: () => Promise<MediaTools>;
  /** The XML of a saved movie; throws `movie/not-found`. */
  readonly movieXml: (project: ProjectUid, name: string) => string;
}

/** A render that can be accepted: everything that can be known before it runs was checked. */
export interface CheckedRender extends FilmWish {
  readonly template: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly totalFrames: number;
  readonly inputs: PinnedInputs['inputs'];
}

export interface CheckedForm extends CheckedRender {
  readonly async: boolean;
  readonly detach: boolean;
}

/**
 * Checks a form with its template, variables and assets. Throws {@link ServiceError} `template/invalid` or
 * `render/invalid` with every issue, `movie/not-found`, `destination/refused`, `render/format-unavailable`,
 * `ffmpeg/not-found`.
 */
export async function checkRenderForm(
  form: RenderForm,
  project: ProjectUid,
  context: RequestContext,
): Promise<CheckedForm> {
  const { subject, issues, ...read } = readRenderForm(form);
  const xml =
    subject?.kind === 'movie' ? context.movieXml(project, subject.name) : subject === null ? null : subject.xml;
  // Values that could not be read are not missing as well.
  const missing = issues.some(({ path }) => path.startsWith('variables')) ? 'ignore' : 'error';
  const film = xml === null ? null : checkFilm(xml, read.variables, project, context, missing);
  const all = [...issues, ...(film?.issues ?? [])];
  if (film === null || film.kind === 'refused' || issues.length > 0) throw refusal(codeFor(all), all);
  if (read.destination !== null) storeAddress(read.destination.place);
  await requireFormat(read.format, context.tools);
  return { ...read, template: required(xml, 'a film without a template'), ...film.film };
}

export type FilmCheck =
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | {
      readonly kind: 'good';
      readonly issues: readonly Issue[];
      readonly film: Pick<CheckedRender, 'totalFrames' | 'inputs'>;
    };

/** Resolves a template and looks its assets up; everything that is wrong is in the issues, in the order of the text. */
export function checkFilm(
  xml: string,
  variables: ReadonlyMap<string, string>,
  project: ProjectUid,
  context: Pick<RequestContext, 'database' | 'ownHosts'>,
  missing: 'error' | 'ignore' = 'error',
): FilmCheck {
  const { source, problems } = readTemplate(xml);
  if (source === null) return { kind: 'refused', issues: problems.map(issueOf) };
  const { movie, draft, findings } = resolveTemplate(source.document, { values: variables, missing });
  const known = movie ?? draft;
  const pinned = known === null ? { inputs: new Map(), findings: [] } : pinInputs(known, project, context);
  const located = locateFindings([...findings, ...pinned.findings], source);
  const issues = [...problems, ...located].map(issueOf);
  if (movie === null || issues.some(({ severity }) => severity === 'error')) return { kind: 'refused', issues };
  return { kind: 'good', issues, film: { totalFrames: lengthOf(movie), inputs: pinned.inputs } };
}

/** Throws where this machine's FFmpeg cannot make the format, or there is none. */
export async function requireFormat(format: FormatName, tools: RequestContext['tools']): Promise<void> {
  const { encoders } = await tools();
  const missing = encodersOf(format).filter((encoder) => !encoders.has(encoder));
  if (missing.length > 0)
    throw new ServiceError('render/format-unavailable', `${formatOf(format).label} needs ${missing.join(' and ')}.`);
}

/** Frames of a film. */
export function lengthOf(movie: Movie): number {
  return enabledParts(movie).scenes.reduce((sum, { duration }) => sum + duration, 0);
}

/** A document that is wrong whatever its values, or a render that is. */
function codeFor(issues: readonly Issue[]): 'template/invalid' | 'render/invalid' {
  const ofDocument = issues.some(({ code, severity }) => severity === 'error' && /^(?:xml|template)\//.test(code));
  return ofDocument ? 'template/invalid' : 'render/invalid';
}
