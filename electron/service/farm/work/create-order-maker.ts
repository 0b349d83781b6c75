import { createPartClaims } from '../../jobs/queue/part-claims.ts';
import { makeOrderedFilm } from './make-ordered-film.ts';
import { makeOrderedParts } from './make-ordered-parts.ts';
import type { FilmContext, OrderMaker, OrderMakerOptions } from './order-maker.ts';
import { createPlannedFilms } from './planned-films.ts';
import { refusalIn } from './refusals.ts';

/** Makes what is ordered, in this process and the FFmpeg processes that it starts. */
export function createOrderMaker(options: OrderMakerOptions): OrderMaker {
  const shared = { claims: createPartClaims(), planned: createPlannedFilms() };

  const answered = async <Made>(signal: AbortSignal, make: () => Promise<Made>) => {
    try {
      return await make();
    } catch (error) {
      // What fails because of the abort says so in many ways.
      signal.throwIfAborted();
      const refused = refusalIn(error);
      if (refused === null) throw error;
      if (refused.code === 'request/internal') options.onInternal?.(error);
      return { state: 'failed', error: refused } as const;
    }
  };
  return {
    film: async (order, context) => {
      const thrown: unknown[] = [];
      const divide = context.divide === null ? null : noting(context.divide, thrown);
      const made = await answered(context.signal, async () => {
        try {
          return await makeOrderedFilm(order, options, shared, { ...context, divide });
        } catch (error) {
          // Whoever divided the film knows what it means.
          if (thrown.includes(error)) return null;
          throw error;
        }
      });
      if (made === null) throw thrown[0];
      return made;
    },
    parts: (order, context) =>
      answered(context.signal, async () => {
        await makeOrderedParts(order, options, shared, context);
        return { state: 'made' } as const;
      }),
  };
}

type Divide = NonNullable<FilmContext['divide']>;

/** Notes what it throws. */
function noting(divide: Divide, thrown: unknown[]): Divide {
  return async (...given) => {
    try {
      return await divide(...given);
    } catch (error) {
      thrown.push(error);
      throw error;
    }
  };
}
