import { z } from 'zod';
import { filmParameters } from '#shared/contract/shapes/film-link.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { variable } from '#shared/contract/shapes/shapes.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import {
  type brandFor,
  type CheckedForm,
  checkRenderForm,
  type RequestContext,
} from '../renders/accept/render-request.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { nearNames } from '../text/near-names.ts';
import { type FilmLink, pictureOfLink, shortenedName } from './read-link.ts';
import { requirePhotos } from './visitor-photos.ts';

const variables = z.array(variable);

/** A variable of a movie, as `GET /v1/sdlvariables` lists it. */
export type ListedVariable = z.output<typeof variable>;

/** Returns the variables of a movie with the values of a brand; no brand by default. Throws `movie/not-found`. */
export async function listedVariables(
  { movie, project }: { readonly movie: string; readonly project: ProjectUid },
  { movieXml, inspector }: Pick<RequestContext, 'movieXml' | 'inspector'>,
  brand: ReturnType<typeof brandFor> = [],
): Promise<readonly ListedVariable[]> {
  return variables.parse(JSON.parse(await inspector.variables(movieXml(project, movie), brand)));
}

/** Checks that a variable is declared as an image, so that visitors can add photos for it. Throws `link/invalid`. */
export async function requirePhotoVariable(
  name: string,
  of: { readonly movie: string; readonly project: ProjectUid },
  context: Pick<RequestContext, 'movieXml' | 'inspector'>,
): Promise<void> {
  const listed = await listedVariables(of, context);
  if (listed.some((each) => each.name === name && each.declaration?.type === 'image')) return;
  throw new ServiceError(
    'link/invalid',
    `Photos need a variable of the type image; “${shortenedName(name)}” has another type.`,
  );
}

/**
 * Checks a link in the same way as a render request. Its values must belong to variables of the movie. Throws
 * `link/invalid`, `link/too-long`, and the errors of {@link checkRenderForm}.
 */
export async function checkLink(
  link: FilmLink,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
): Promise<CheckedForm> {
  const { movie, quality } = link;
  const { values, settings } = await linkedValues(link, project, context);
  const isStreamed = link.format === 'm3u8';
  if (isStreamed && settings.maxbytes !== undefined) {
    const field = filmParameters.maxbytes;
    throw new ServiceError('link/invalid', message('link/not-of-format', { field, format: link.format }));
  }
  const format = isStreamed ? 'mp4' : link.format;
  const name = `${movie}.${format}`;
  // Check only the content of a picture and of captions, because they require no video encoder.
  const isPicture = pictureOfLink(link) !== null || format === 'vtt';
  const encoding = isPicture ? {} : { format, quality };
  const form = { movie, name, ...encoding, ...settings, variables: JSON.stringify(Object.fromEntries(values)) };
  const checked = await checkRenderForm(form, project, context, signal);
  const limit = serviceLimits.filmLinks.frames;
  if (!isPicture && checked.totalFrames > limit)
    throw new ServiceError('link/too-long', message('link/frames', { length: checked.totalFrames, most: limit }));
  return isStreamed ? { ...checked, isStreamed } : checked;
}

/** The settings of the film of a link. */
export type LinkSettings = { readonly [Field in keyof typeof filmParameters]?: string };

const settingParameters: ReadonlyMap<string, string> = new Map(
  Object.entries(filmParameters).map(([field, parameter]) => [parameter, field]),
);

/**
 * Returns the values of the variables of a link, and the settings of its film. Throws `link/invalid` for the first name
 * that is neither a variable nor a setting, and for photos of other forms.
 */
export async function linkedValues(
  { movie, values, photoForm }: Pick<FilmLink, 'movie' | 'values' | 'photoForm'>,
  project: ProjectUid,
  context: Pick<RequestContext, 'movieXml' | 'inspector' | 'database'>,
): Promise<{ readonly values: ReadonlyMap<string, string>; readonly settings: LinkSettings }> {
  requirePhotos({ values, photoForm }, project, context.database);
  const declared = await requireVariables([...values.keys()], { movie, project }, context);
  const fieldOf = (name: string) => (declared.has(name) ? undefined : settingParameters.get(name));
  const settings = [...values].flatMap(([name, value]) => {
    const field = fieldOf(name);
    return field === undefined ? [] : [[field, value]];
  });
  return {
    values: new Map([...values].filter(([name]) => fieldOf(name) === undefined)),
    settings: Object.fromEntries(settings),
  };
}

/**
 * Returns the variables of the movie; empty if no name is given. Throws `link/invalid` for the first name that is
 * neither a variable nor a setting of the film.
 */
export async function requireVariables(
  names: readonly string[],
  { movie, project }: { readonly movie: string; readonly project: ProjectUid },
  { movieXml, inspector }: Pick<RequestContext, 'movieXml' | 'inspector'>,
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const listed = await listedVariables({ movie, project }, { movieXml, inspector });
  const declared = new Set(listed.map(({ name }) => name));
  const unknown = names.find((name) => !declared.has(name) && !settingParameters.has(name));
  if (unknown === undefined) return declared;
  const near = nearNames(() => [...declared]).of(unknown);
  throw new ServiceError('link/invalid', message('link/no-variable', { name: shortenedName(unknown), near }));
}
