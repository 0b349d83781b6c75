import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveTemplate } from '../../resolve/resolve.ts';
import { type DivergedTexts, mergeTemplates as mergeWith } from './merge-templates.ts';

const mergeTemplates = (versions: DivergedTexts) =>
  mergeWith(versions, (document) => resolveTemplate(document, { values: new Map(), missing: 'ignore' }).findings);

const base = `<?xml version="1.0"?>
<movie width="640" height="360" framerate="25">
  <!-- The first scene. -->
  <scene duration="2s">
    <text x="10" y="20" size="40">Hello</text>
    <image src="a.png" x="0" y="0"/>
  </scene>
  <scene duration="3s">
    <solid color="#112233"/>
  </scene>
</movie>
`;

const merge = (mine: [string, string], theirs: [string, string]) =>
  mergeTemplates({ base, mine: base.replace(...mine), theirs: base.replace(...theirs) });

test('merges two attributes of one tag', () => {
  expect(merge(['x="10"', 'x="11"'], ['size="40"', 'size="44"'])).toBe(
    base.replace('x="10"', 'x="11"').replace('size="40"', 'size="44"'),
  );
});

test('merges new attributes at one place of a tag', () => {
  expect(merge(['size="40"', 'size="40" rotation="1"'], ['size="40"', 'size="40" opacity="0.5"'])).toBe(
    base.replace('size="40"', 'size="40" rotation="1" opacity="0.5"'),
  );
  const both = 'size="40" rotation="1" opacity="0.5"';
  expect(merge(['size="40"', both], ['size="40"', 'size="40" rotation="1" weight="700"'])).toBe(
    base.replace('size="40"', `${both} weight="700"`),
  );
  expect(merge(['size="40"', 'size="40" rotation="1"'], ['size="40"', 'size="40" rotation="2"'])).toBeNull();
});

test('merges an attribute and the text of one element', () => {
  expect(merge(['>Hello<', '>Good morning<'], ['y="20"', 'y="24"'])).toBe(
    base.replace('>Hello<', '>Good morning<').replace('y="20"', 'y="24"'),
  );
});

test('merges an edited scene with an added and a removed one', () => {
  const added = '  <scene duration="1s"/>\n</movie>';
  expect(merge(['x="10"', 'x="11"'], ['</movie>', added])).toBe(
    base.replace('x="10"', 'x="11"').replace('</movie>', added),
  );
  const scene = base.slice(base.indexOf('  <scene duration="3s">'), base.indexOf('</movie>'));
  expect(merge(['x="10"', 'x="11"'], [scene, ''])).toBe(base.replace('x="10"', 'x="11"').replace(scene, ''));
});

test('applies equal changes once', () => {
  expect(merge(['Hello', 'Hi'], ['Hello', 'Hi'])).toBe(base.replace('Hello', 'Hi'));
  const mine = base.replace('Hello', 'Hi').replace('x="10"', 'x="11"');
  expect(mergeTemplates({ base, mine, theirs: base.replace('Hello', 'Hi') })).toBe(mine);
});

test.each<[string, [string, string], [string, string]]>([
  ['the same attribute', ['x="10"', 'x="11"'], ['x="10"', 'x="12"']],
  ['the same text', ['Hello', 'Hi'], ['Hello', 'Hey']],
  ['a change inside a removed element', ['color="#112233"', 'color="#445566"'], ['<solid color="#112233"/>', '']],
  ['two insertions at one position', ['</movie>', '<scene/></movie>'], ['</movie>', '<audio src="b.mp3"/></movie>']],
  ['an attribute that both sides add', ['<text', '<text opacity="0.5"'], ['size="40"', 'size="40" opacity="0.4"']],
  ['an invalid result', ['<scene duration="2s">', '<scene id="one" duration="2s">'], ['"3s"', '"3s" id="one"']],
])('refuses to merge: %s', (_, mine, theirs) => {
  expect(merge(mine, theirs)).toBeNull();
});

test('merges errors that a side already has, but no broken XML', () => {
  expect(merge(['x="10"', 'x="wide"'], ['y="20"', 'y="24"'])).toContain('x="wide" y="24"');
  expect(merge(['Hello</text>', 'Hello'], ['duration="3s"', 'duration="4s"'])).toBeNull();
});

test.each([
  ['comments', '<!-- '.repeat(300_000)],
  ['closing tags', '</'.repeat(300_000)],
  ['white space', `<movie${' '.repeat(300_000)}!`],
])('refuses a version that is not well-formed: %s', (_, broken) => {
  const mine = base.replace('Hello', 'Hi');
  expect(mergeTemplates({ base, mine, theirs: broken })).toBeNull();
  expect(mergeTemplates({ base: broken, mine, theirs: base })).toBeNull();
});

test('merges changes at both ends of a long template', () => {
  const scenes = Array.from({ length: 3_000 }, (_, index) => `  <scene name="${index + 1}" duration="1"/>\n`).join('');
  const long = `<movie width="640" height="360" framerate="25">\n${scenes}</movie>\n`;
  const mine = long.replace('name="1"', 'name="first"');
  const theirs = long.replace('name="3000"', 'name="last"');
  expect(mergeTemplates({ base: long, mine, theirs })).toBe(theirs.replace('name="1"', 'name="first"'));
});

test('merges lines if most of the tokens differ', () => {
  const line = (color: string, index: number) => `<solid color="#${color}" x="${index}" y="${index}"/>`;
  const film = (color: string, last: string) =>
    `<movie width="640" height="360" framerate="25"><scene duration="1s">${Array.from({ length: 1_500 }, (_, index) => line(color, index)).join('')}\n${last}</scene></movie>`;
  const mine = film('445566', '');
  expect(mergeTemplates({ base: film('112233', ''), mine, theirs: film('112233', '<solid color="#ffffff"/>') })).toBe(
    film('445566', '<solid color="#ffffff"/>'),
  );
});

const root = path.resolve(import.meta.dirname, '../../..');
const examples = readdirSync(path.join(root, 'examples'))
  .filter((name) => name.endsWith('.xml'))
  .map((name) => readFileSync(path.join(root, 'examples', name), 'utf8'));

test('merges changes of different attributes of any template', () => {
  const text = fc.constantFrom(...examples);
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (template, first, second) => {
      const values = [...template.matchAll(/\s(?:x|y|opacity|size|color)="[^"]*"/g)];
      fc.pre(values.length > 1);
      const [one, two] = [values[first % values.length], values[second % values.length]];
      fc.pre(one !== two && one !== undefined && two !== undefined);
      const edit = (source: string, match: RegExpExecArray, value: string) =>
        source.slice(0, match.index) + value + source.slice(match.index + match[0].length);
      const mine = edit(template, one, one[0].replace(/"[^"]*"/, '"x1"'));
      const theirs = edit(template, two, two[0].replace(/"[^"]*"/, '"x2"'));
      const [late, early] = one.index > two.index ? [one, two] : [two, one];
      const both = (match: RegExpExecArray) => match[0].replace(/"[^"]*"/, match === one ? '"x1"' : '"x2"');
      expect(mergeTemplates({ base: template, mine, theirs })).toBe(
        edit(edit(template, late, both(late)), early, both(early)),
      );
    }),
    { numRuns: 200 },
  );
});
