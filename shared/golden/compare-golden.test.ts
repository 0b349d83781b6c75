import { expect, test } from 'vitest';
import { film } from '../editing/model/testing/editing.ts';
import { required } from '../lib/assert.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import { compareFilms, type FilmVersion } from './compare-golden.ts';

/** A film whose only layer has these attributes. */
function version(attributes: string): FilmVersion {
  const source = film(`<scene duration="20"><text name="Title" content="Hello" ${attributes}/></scene>`);
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  return { source, movie: required(movie, 'the movie') };
}

test.each([
  ['rotation="5"', ['rotation']],
  ['scale="1.5"', ['scale']],
  ['position="10, 0"', ['position']],
  ['position="10, 0" rotation="5"', ['position', 'rotation']],
  ['scale="-1, 1"', ['scale']],
  ['anchor="4, 0" opacity="0.5"', ['anchor', 'opacity']],
])('a moved layer names what changed: %s', (attributes, what) => {
  const { layersAt } = compareFilms(version(''), version(attributes));
  expect(layersAt(0, 0)).toEqual([{ at: 'scene/text', name: 'Title', what }]);
});
