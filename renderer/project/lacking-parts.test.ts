import { expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { lackingParts } from './render-form.ts';

test.each([
  ['a film without captions', '<scene duration="9"/>', ['srt', 'vtt', 'subtitles', 'chapters', 'metadata']],
  [
    'a film with burned captions',
    '<scene duration="9" chapter="A"><captions><cue start="0" end="5">a</cue></captions></scene>',
    ['subtitles', 'metadata'],
  ],
  [
    'a film with soft captions and metadata',
    '<resources><metadata title="T"/></resources><scene duration="9" chapter="A"><captions track="both"><cue start="0" end="5">a</cue></captions></scene>',
    [],
  ],
])('finds the parts that a film lacks: %s', (_, inside, lacking) => {
  const { source } = readTemplate(`<movie width="64" height="64" framerate="10">${inside}</movie>`);
  if (source === null) throw new Error('the template cannot be read');
  const { movie } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  expect(movie && lackingParts(movie)).toEqual(lacking);
});
