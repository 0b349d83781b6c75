import { z } from 'zod';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type CheckedForm, checkRenderForm, type RequestContext } from '../renders/accept/render-request.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { nearNames } from '../text/near-names.ts';
import { type FilmLink, isPicture, shown } from './read-link.ts';

const variableNames = z.array(z.object({ name: z.string() }));

/**
 * Checks a link as a request for a render is checked. Its values must belong to variables of the movie. Throws
 * `link/invalid`, `link/too-long`, and the errors of {@link checkRenderForm}.
 */
export async function checkLink(
  link: FilmLink,
  project: ProjectUid,
  context: RequestContext,
  signal: AbortSignal,
): Promise<CheckedForm> {
  const { movie, format, quality, values } = link;
  await requireVariables([...values.keys()], { movie, project }, context);
  const name = `${movie}.${format}`;
  // Check a picture only by its content, because it requires no video encoder.
  const encoding = isPicture(link) ? {} : { format, quality };
  const form = { movie, name, ...encoding, variables: JSON.stringify(Object.fromEntries(values)) };
  const checked = await checkRenderForm(form, project, context, signal);
  const limit = serviceLimits.filmLinks.frames;
  if (!isPicture(link) && checked.totalFrames > limit)
    throw new ServiceError('link/too-long', message('link/frames', { length: checked.totalFrames, most: limit }));
  return checked;
}

/** Throws `link/invalid` for the first name that is not a variable of the movie. */
export async function requireVariables(
  names: readonly string[],
  { movie, project }: { readonly movie: string; readonly project: ProjectUid },
  { movieXml, inspector }: Pick<RequestContext, 'movieXml' | 'inspector'>,
): Promise<void> {
  if (names.length === 0) return;
  const listed = variableNames.parse(JSON.parse(await inspector.variables(movieXml(project, movie))));
  const declared = new Set(listed.map((variable) => variable.name));
  const unknown = names.find((name) => !declared.has(name));
  if (unknown === undefined) return;
  const near = nearNames(() => [...declared]).of(unknown);
  throw new ServiceError('link/invalid', message('link/no-variable', { name: shown(unknown), near }));
}
