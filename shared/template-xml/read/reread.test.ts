import { describe, expect, test } from 'vitest';
import { sourceOf } from '../testing/read-source.ts';
import { withoutIds } from '../testing/without-ids.ts';
import { readTemplate } from './read.ts';
import { rereadTemplate } from './reread.ts';

const scenes = Array.from({ length: 8 }, (_, index) => `  <scene duration="${index + 1}"/>\n`);
const source = sourceOf(`<movie width="100">\n${scenes.join('')}</movie>\n`);
const reread = (from: string, to: string) => rereadTemplate(source.text.replace(from, to), source);

describe('parsing a slightly changed text', () => {
  test('reuses the scene objects on both sides of the change', () => {
    const { children } = source.document.root;
    const reused = (from: string, to: string) =>
      reread(from, to).source?.document.root.children.map((child) => (children.includes(child) ? '=' : child.id));
    expect(reused('duration="4"', 'duration="40"')).toEqual(['=', '=', '=', children[3]?.id, '=', '=', '=', '=']);
    expect(reused('"100"', '"200"')).toEqual(Array(8).fill('='));
    // The next scene begins like the removed scene, so the difference extends into the next scene.
    expect(reused('  <scene duration="4"/>\n', '')).toEqual(['=', '=', '=', children[4]?.id, '=', '=', '=']);
  });

  test.each([
    ['text between scenes', '"4"/>', '"4"/> words '],
    ['a scene that is not closed', '"4"/>', '"4">'],
    ['an end tag too many', '"4"/>', '"4"/></scene>'],
    ['the end of the movie', '"4"/>', '"4"/></movie>'],
    ['a comment that is not closed', '"4"/>', '"4"/><!--'],
    ['a section that is not closed', '"4"/>', '"4"/><![CDATA['],
    ['a document type', '<movie', '<!DOCTYPE movie><movie'],
    ['another root', 'movie width', 'film width'],
  ])('returns the same result as a complete parse: %s', (_, from, to) => {
    const text = source.text.replace(from, to);
    const [part, whole] = [rereadTemplate(text, source), readTemplate(text, { previous: source })];
    expect(part.problems).toEqual(whole.problems);
    expect(part.source && withoutIds(part.source.document)).toEqual(whole.source && withoutIds(whole.source.document));
  });

  test('reused scenes count toward the limits', () => {
    const full = sourceOf(`<movie>${'<scene/>'.repeat(10_000)}</movie>`);
    expect(rereadTemplate(full.text.replace('</movie>', '<scene/></movie>'), full).source).toBeNull();
  });
});
