import { expect, test } from 'vitest';
import { readTemplate } from '../read/read.ts';
import { rereadTemplate } from '../read/reread.ts';
import { sourceOf } from '../testing/read-source.ts';
import type { TemplateSource } from './ranges.ts';

const scene = (at: number) => `  <scene duration="${at + 10}"><video src="${at}.mp4"/></scene>\n`;
const film = `<movie width="100" height="50" framerate="25">\n${Array.from({ length: 30 }, (_, at) => scene(at)).join('')}</movie>\n`;

test('node ranges stay correct after many edits', () => {
  let source: TemplateSource = sourceOf(film);
  for (let edit = 0; edit < 40; edit++) {
    const at = (edit * 7) % 30;
    const before = source;
    const text =
      edit % 5 === 4
        ? source.text.replace(/ {2}<scene.*\n/, '')
        : source.text.replace(new RegExp(`src="x*${at}\\.mp4"`), `src="${'x'.repeat(edit % 3)}${at}.mp4"`);
    source = rereadTemplate(text, source).source ?? source;
    expect(source.text).toBe(text);
    const whole = readTemplate(text, { previous: before }).source;
    for (const { id } of source.document.root.children) expect(source.ranges.get(id)).toEqual(whole?.ranges.get(id));
    if (edit % 5 !== 4) continue;
    const [gone] = before.document.root.children;
    expect(gone && source.ranges.get(gone.id)).toBeUndefined();
  }
  // Iterating over all ranges must return the same ranges as individual lookups.
  for (const [id, place] of source.ranges) expect(source.ranges.get(id)).toEqual(place);
  expect(source.ranges.size).toBe(readTemplate(source.text).source?.ranges.size);
});
