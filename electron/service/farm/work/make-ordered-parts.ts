import { ServiceError } from '../../errors/service-error.ts';
import type { PartsOrder } from '../orders/orders.ts';
import { blobKey } from '../store/object-storage.ts';
import type { SharedOfWorker } from './make-ordered-film.ts';
import type { OrderMakerOptions, PartsContext } from './order-maker.ts';
import { openTemplate, planByQuestion } from './plan-by-question.ts';

/**
 * Makes some parts of a film that another worker planned, and keeps them in the store. Throws `farm/version` where the
 * film is another one here, and what else goes wrong as a film's maker does.
 */
export async function makeOrderedParts(
  { film, question, keys, frames }: PartsOrder,
  options: OrderMakerOptions,
  shared: SharedOfWorker,
  { signal, onFrames }: PartsContext,
): Promise<void> {
  await using files = options.files.open();
  const tools = await options.tools();
  const { hardware, encodingCores } = film;
  if (hardware !== null) await options.encoders.require(tools, hardware);
  const { planned, found } = await planByQuestion(
    film,
    question,
    shared.planned,
    { ...options, files, open: (either) => openTemplate(film, options.inspector, files, either) },
    signal,
  );
  signal.throwIfAborted();
  // Others that are made here may show the same.
  using claim = shared.claims.open();
  await claim.take({ film: '', all: keys }, signal);
  const { renderParts, UnknownPartError } = await import('../../render/ordered-parts.ts');
  const { workshop, parts, cores } = options;
  await renderParts(
    { planned, found, keys, pathOf: (sha256, either) => files.path(blobKey(sha256), sha256, either) },
    // Whoever joins them looks for them in the store.
    { tools, workshop, parts: parts.certain, cores, encodingCores },
    // A sound whose picture somebody else makes counts there.
    { signal, onFrames: (done) => onFrames(Math.min(frames, done)) },
  ).catch((cause: unknown) => {
    throw cause instanceof UnknownPartError ? new ServiceError('farm/version', '', { cause }) : cause;
  });
  claim.partsAreMade();
}
