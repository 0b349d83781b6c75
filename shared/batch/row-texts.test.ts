import { expect, it } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { rowTexts, textProblems } from './row-texts.ts';

const { document } = required(
  readTemplate(`<movie width="640" height="360" framerate="10"><scene duration="5">
    <text content="\${first, A} \${last, B}" font="\${font, Noto Sans}"/>
    <text content="Fixed"/>
    <group width="50%"><text content="\${title, C}"/></group>
    <text><content>Dear <span weight="700">\${last, B}</span></content></text>
    <text content="\${title, C}" enabled="false"/>
  </scene></movie>`).source,
  'a template',
);
const movie = required(resolveTemplate(document, { values: new Map(), missing: 'error' }).movie, 'a movie');

it('returns the texts that columns fill, with the frame size', () => {
  const found = rowTexts(document, new Set(['title', 'first', 'last']))?.(movie);
  expect(found?.map(({ variable, frame, layer }) => [variable, frame.width, layer.content])).toEqual([
    ['first', 640, 'A B'],
    ['title', 320, 'C'],
    ['last', 640, 'Dear B'],
  ]);
});

it('returns null if no column fills a text', () => {
  expect(rowTexts(document, new Set(['font']))).toBeNull();
  expect(rowTexts(document, new Set(['last']))?.(movie)).toHaveLength(2);
});

it('the check reports cut-off texts, broken words, and characters without a font', () => {
  const [text] = required(rowTexts(document, new Set(['last']))?.(movie), 'texts');
  const problemsOf = (set: Parameters<typeof textProblems>[1]) =>
    textProblems(required(text, 'a text'), set).map(({ severity, variable, says }) => [
      severity,
      variable,
      inEnglish(says),
    ]);
  expect(problemsOf({ overflows: false, missing: [], size: null })).toEqual([]);
  expect(problemsOf({ overflows: false, missing: [], size: 3 })[0]?.[2]).toMatch(
    /^The text shrinks from 40 px to 3 px/,
  );
  const brokenWord = 'Donaudampfschiff';
  expect(problemsOf({ overflows: false, brokenWord, missing: [], size: null })).toEqual([
    ['warning', 'last', expect.stringMatching(/“Donaudampfschiff”/)],
  ]);
  expect(problemsOf({ overflows: true, brokenWord, missing: [], size: null })).toHaveLength(1);
  expect(problemsOf({ overflows: true, missing: ['☃'], size: null })).toEqual([
    ['warning', 'last', '“A B” is too long for its box. Shorten it or enlarge the box in the editor.'],
    [
      'warning',
      'last',
      'No font has the character “☃” (U+2603); the film shows an empty box for a visible character and nothing for a control character. Choose a font that has them.',
    ],
  ]);
});
