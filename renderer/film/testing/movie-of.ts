import { required } from '#shared/lib/assert.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { resolveTemplate } from '#shared/template/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** Reads a template that a test wrote, as far as it can be read. */
export function movieOf(xml: string): Movie {
  const { source, problems } = readTemplate(xml);
  const { document } = required(source, JSON.stringify(problems));
  const { partial, findings } = resolveTemplate(document, { values: new Map(), missing: 'ignore' });
  return required(partial, JSON.stringify(findings));
}
