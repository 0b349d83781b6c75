import { expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { chaptersOfMarkers } from './marker-chapters.ts';

test('a marker becomes a chapter of the scene that begins nearest', () => {
  const scenes =
    '<scene duration="20"/><scene duration="20"/><scene duration="20" enabled="false"/><scene duration="20"/>';
  const { source } = readTemplate(`<movie width="64" height="64" framerate="10">${scenes}</movie>`);
  const { movie } = resolveTemplate(source?.document ?? (null as never), { values: new Map(), missing: 'error' });
  if (movie === null) throw new Error('the template is invalid');
  const markers = [
    { id: 'a', frame: 3, name: ' Start ' },
    { id: 'b', frame: 5, name: 'second of a scene' },
    { id: 'c', frame: 36, name: '' },
  ];
  const chapters = chaptersOfMarkers(movie, markers, (number) => `Chapter ${number}`);
  expect(chapters.map(({ marker, scene, title }) => [marker.id, scene, title])).toEqual([
    ['a', movie.scenes[0]?.id, 'Start'],
    ['c', movie.scenes[3]?.id, 'Chapter 2'],
  ]);
});
