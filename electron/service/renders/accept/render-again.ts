import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type RenderRecord, templateOf } from '../records/render-record.ts';
import { type CheckedForm, checkRenderForm, type RequestContext } from './render-request.ts';

/**
 * Checks a render with the same request as one that has ended, and with the template, brand, and assets as they are
 * now. A template that is gone is the one that the render had. Throws `render/not-retryable`, and what
 * {@link checkRenderForm} throws.
 */
export async function checkAgain(
  record: RenderRecord,
  context: RequestContext,
  signal: AbortSignal,
): Promise<CheckedForm> {
  const { id, project, state, filename, request } = record;
  if (state !== 'succeeded' && state !== 'failed' && state !== 'cancelled')
    throw new ServiceError('render/not-retryable', message('render/is', { state }));
  // The keys of the object store are forgotten when a render ends.
  if (request.destination !== null) throw new ServiceError('render/not-retryable', message('render/keys-forgotten'));
  const { format, quality, hardware, variables, range, published, templateName, name, onsuccess, onerror } = request;
  const isSaved = templateName !== null && (published !== null || hasMovie(record, templateName, context));
  const form = {
    ...(isSaved ? { movie: templateName } : { template: templateOf(context.database, id) }),
    ...(published !== null && isSaved && { published }),
    ...(templateName !== null && { template_name: templateName }),
    ...{ format, quality, async: 'true', variables: JSON.stringify(Object.fromEntries(variables)) },
    ...(hardware !== null && { encoder: hardware }),
    ...(range !== null && { range: JSON.stringify(range) }),
    ...(onsuccess !== null && { onsuccess }),
    ...(onerror !== null && { onerror }),
    name: name ?? (filename ?? '').replace(/\.[^.]*$/, ''),
  };
  return checkRenderForm(form, project, context, signal);
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
