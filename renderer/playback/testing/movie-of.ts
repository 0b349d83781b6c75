import { required } from '#shared/lib/assert.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** Returns the movie of a test's template. Ignores missing values. */
export function movieOf(xml: string): Movie {
  const { source, problems } = readTemplate(xml);
  const { document } = required(source, JSON.stringify(problems));
  const { partial, findings } = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  return required(partial, JSON.stringify(findings));
}
