import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { film, templateOf } from './films.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';

const PROMISED_SECONDS = 0.1;

/** Reads, checks, and writes a template of 1,000 scenes in each round, after a warm-up round. */
export function benchLanguage(rounds: number): Row {
  const text = templateOf(film('large', 1000, 2));
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const startedAt = performance.now();
    const { source } = readTemplate(text);
    if (source === null) throw new Error('the template of the benchmark is wrong');
    const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
    const written = formatTemplate(source.document);
    if (movie?.scenes.length !== 1000 || written.length < text.length / 2) throw new Error('not all of it was read');
    if (round > 0) seconds.push((performance.now() - startedAt) / 1000);
  }
  return promisedRow({ name: 'language', what: '1,000 scenes read, checked and written' }, PROMISED_SECONDS, seconds);
}
