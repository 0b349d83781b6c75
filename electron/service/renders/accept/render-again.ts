import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type RenderRecord, templateOf } from '../records/render-record.ts';
import { type CheckedForm, checkRenderForm, type RequestContext } from './render-request.ts';

/**
 * Checks a render with the request of an ended render and the current template, brand, and assets. If the template was
 * deleted, uses the template of the ended render. Throws `render/not-retryable` and the errors of
 * {@link checkRenderForm}.
 */
export async function checkRepeatedRender(
  record: RenderRecord,
  context: RequestContext,
  signal: AbortSignal,
): Promise<CheckedForm> {
  const { id, project, state, filename, request } = record;
  if (state !== 'succeeded' && state !== 'failed' && state !== 'cancelled')
    throw new ServiceError('render/not-retryable', message('render/is', { state }));
  // A render to an object store cannot be repeated, because its keys were deleted when it ended.
  if (request.destination !== null) throw new ServiceError('render/not-retryable', message('render/keys-forgotten'));
  const { format, quality, hardware, variables, language, range, published, templateName, name, onsuccess, onerror } =
    request;
  const { loudness, truepeak, maxBytes, package: parts } = request;
  const isSaved = templateName !== null && (published !== null || hasMovie(record, templateName, context));
  const form = {
    ...(isSaved ? { movie: templateName } : { template: templateOf(context.database, id) }),
    ...(published !== null && isSaved && { published }),
    ...(templateName !== null && { template_name: templateName }),
    ...{ format, quality, async: 'true', variables: JSON.stringify(Object.fromEntries(variables)) },
    ...(hardware !== null && { encoder: hardware }),
    ...(language !== null && { language }),
    ...(loudness !== null && { loudness }),
    ...(truepeak !== null && { truepeak }),
    ...(maxBytes !== null && { maxbytes: String(maxBytes) }),
    ...(parts !== null && { package: JSON.stringify(parts) }),
    ...(range !== null && { range: JSON.stringify(range) }),
    ...(onsuccess !== null && { onsuccess }),
    ...(onerror !== null && { onerror }),
    name: name ?? (filename ?? '').replace(/\.[^.]*$/, ''),
  };
  return { ...(await checkRenderForm(form, project, context, signal)), check: request.check };
}

function hasMovie({ project }: RenderRecord, name: string, { movieXml }: RequestContext): boolean {
  try {
    movieXml(project, name);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'movie/not-found') return false;
    throw error;
  }
}
