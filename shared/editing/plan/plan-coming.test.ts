import { describe, expect, test } from 'vitest';
import type { Result } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Message } from '#shared/messages/message.ts';
import { futureLanguage } from '#shared/template/testing/coming-language.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { applyEdits } from '#shared/template-xml/edit/edits.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import type { PlannableCommand } from '../model/commands.ts';
import { elementId, film, sceneId } from '../model/testing/editing.ts';
import { planCommand } from './plan-command.ts';

type Film = ReturnType<typeof film>;

/** Returns the lines of a movie after a command, in a language with future elements. */
function linesAfter(
  source: Film,
  command: PlannableCommand,
  values: Readonly<Record<string, string>> = {},
): readonly string[] {
  const context = { document: source.document, values: new Map(Object.entries(values)), language: futureLanguage };
  const edited = unwrap(applyEdits(source.document, unwrap(planCommand(context, command)).edits));
  return formatTemplate(edited)
    .split('\n')
    .slice(1, -2)
    .map((line) => line.trim());
}

function unwrap<Value>(result: Result<Value, Message>): Value {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

const titled = film(
  '<scene duration="100">',
  '<video src="a.mp4" skip="10"/>',
  '<title offset="30" duration="20" fadein="5">Hello</title>',
  '<title duration="12">First</title>',
  '</scene>',
);

describe('several times of an element', () => {
  test('are converted to a new frame rate, except seconds', () => {
    const source = film(
      '<scene duration="100"><title offset="30" duration="2s" fadein="${fade, 5}">50</title></scene>',
    );
    expect(linesAfter(source, { type: 'movie/set', frameRate: { numerator: 50, denominator: 1 } })).toEqual([
      '<scene duration="200">',
      '<title offset="60" duration="2s" fadein="${fade, 10}">50</title>',
      '</scene>',
    ]);
  });

  test('are moved for later layers, and cut at the start, by a start trim', () => {
    expect(linesAfter(titled, { type: 'scene/trim-start', scene: sceneId(titled, 0), by: 8 })).toEqual([
      '<scene duration="92">',
      '<video src="a.mp4" skip="18"/>',
      '<title offset="22" duration="20" fadein="5">Hello</title>',
      '<title duration="4">First</title>',
      '</scene>',
    ]);
  });

  test('a start trim removes layers that become empty', () => {
    expect(linesAfter(titled, { type: 'scene/trim-start', scene: sceneId(titled, 0), by: 35 })).toEqual([
      '<scene duration="65">',
      '<video src="a.mp4" skip="45"/>',
      '<title offset="0" duration="15" fadein="5">Hello</title>',
      '</scene>',
    ]);
  });

  test('an extended start keeps later layers and stops at sources', () => {
    expect(linesAfter(titled, { type: 'scene/trim-start', scene: sceneId(titled, 0), by: -50 })).toEqual([
      '<scene duration="110">',
      '<video src="a.mp4" skip="0"/>',
      '<title offset="40" duration="20" fadein="5">Hello</title>',
      '<title duration="22">First</title>',
      '</scene>',
    ]);
  });

  test('a split distributes layers between the two scenes', () => {
    expect(linesAfter(titled, { type: 'scene/split', scene: sceneId(titled, 0), at: frames(20) })).toEqual([
      '<scene duration="20">',
      '<video src="a.mp4" skip="10"/>',
      '<title duration="12">First</title>',
      '</scene>',
      '<scene duration="80">',
      '<video src="a.mp4" skip="30"/>',
      '<title offset="10" duration="20" fadein="5">Hello</title>',
      '</scene>',
    ]);
  });

  test('a slip moves only the in-points of running sources', () => {
    expect(linesAfter(titled, { type: 'scene/slip', scene: sceneId(titled, 0), by: 5 })[1]).toBe(
      '<video src="a.mp4" skip="15"/>',
    );
    expect(linesAfter(titled, { type: 'scene/slip', scene: sceneId(titled, 0), by: 5 })[2]).toContain('offset="30"');
  });

  test('a refused split names the start that is a variable', () => {
    const source = film('<scene duration="100"><title offset="${begin, 3}">A</title></scene>');
    const planned = planCommand(
      { document: source.document, values: new Map(), language: futureLanguage },
      { type: 'scene/split', scene: sceneId(source, 0), at: frames(20) },
    );
    expect(planned.ok ? '' : inEnglish(planned.error)).toBe(
      'The start is a variable. Convert it to a fixed value before you split the scene.',
    );
  });
});

describe('a placeholder in the text of an element', () => {
  const source = film('<scene duration="100"><title>Hello ${name, friend}<![CDATA[ & ${name}]]></title></scene>');

  test('gets the new name of its variable', () => {
    expect(linesAfter(source, { type: 'variable/rename', from: 'name', to: 'guest' })[1]).toBe(
      '<title>Hello ${guest, friend}<![CDATA[ & ${guest}]]></title>',
    );
  });

  test('becomes its value when the variable is removed', () => {
    expect(linesAfter(source, { type: 'variable/set-default', variable: 'name', default: 'all' })[1]).toContain(
      'Hello ${name, all}',
    );
    expect(linesAfter(source, { type: 'variable/remove', variable: 'name' })[1]).toContain('Hello friend');
  });
});

describe('several sources', () => {
  const source = film(
    '<scene duration="100">',
    '<video src="a.png"/>',
    '<title font="a.png">A</title>',
    '<picture src="${photo, a.png}"><filter type="cube" src="a.png"/></picture>',
    '</scene>',
  );
  const from = { kind: 'asset', name: 'a.png' } as const;

  test('a relink replaces fonts, pictures, and files of effects', () => {
    const lines = linesAfter(source, { type: 'layer/relink', from, to: { kind: 'asset', name: 'b.png' } });
    expect(lines.join('\n')).not.toContain('a.png');
    expect(lines.join('\n').match(/b\.png/g)).toHaveLength(4);
  });

  test('a URL replaces a file only where the element supports URLs', () => {
    const to = { kind: 'url', url: 'https://example.org/c.png' } as const;
    expect(linesAfter(source, { type: 'layer/relink', from, to })).toEqual([
      '<scene duration="100">',
      '<video url="https://example.org/c.png"/>',
      '<title font="a.png">A</title>',
      '<picture url="${photo, https://example.org/c.png}">',
      '<filter type="cube" src="a.png"/>',
      '</picture>',
      '</scene>',
    ]);
  });
});

test('the movie for these tests is valid', () => {
  expect(readTemplate(titled.text).problems).toEqual([]);
});

describe('the text of an element', () => {
  const source = film('<scene duration="9"><title>Hello <!-- who --><![CDATA[& all]]></title><video src="a"/></scene>');
  const title = elementId(source, 'title');
  const titleOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('<title'));
  const bound = film('<scene duration="9"><title>${greeting, Hello} and <![CDATA[${greeting}]]></title></scene>');
  const boundTitle = elementId(bound, 'title');

  test('is bound to a variable with the text as the default', () => {
    const bind = { type: 'variable/bind', node: title, attribute: null, variable: 'greeting' } as const;
    expect(titleOf(linesAfter(source, bind))).toBe('<title>${greeting, Hello &amp; all}<!-- who --></title>');
    const withDefault = linesAfter(source, { ...bind, default: 'Hi, {you}' });
    expect(titleOf(withDefault)).toBe("<title>${greeting, 'Hi, {you}'}<!-- who --></title>");
  });

  test('is bound to an existing default if the text is empty', () => {
    const other = film('<scene duration="9" name="${greeting, Hi}"><title/></scene>');
    const bind = { type: 'variable/bind', node: elementId(other, 'title'), attribute: null } as const;
    expect(titleOf(linesAfter(other, { ...bind, variable: 'greeting' }))).toBe('<title>${greeting, Hi}</title>');
    expect(titleOf(linesAfter(other, { ...bind, variable: 'neu' }))).toBe('<title>${neu}</title>');
  });

  test('keeps its current value when it is unbound', () => {
    const unbind = { type: 'variable/unbind', node: boundTitle, attribute: null } as const;
    expect(titleOf(linesAfter(bound, unbind))).toBe('<title>Hello and Hello</title>');
    expect(titleOf(linesAfter(bound, unbind, { greeting: 'Hi' }))).toBe('<title>Hi and Hi</title>');
    expect(titleOf(linesAfter(bound, { ...unbind, value: 'x < y' }))).toBe('<title>x &lt; y</title>');
  });

  test('can be set and removed like an attribute', () => {
    const set = { type: 'attribute/set', node: boundTitle, name: null } as const;
    expect(titleOf(linesAfter(bound, { ...set, value: 'For ${name, you}' }))).toBe('<title>For ${name, you}</title>');
    expect(titleOf(linesAfter(bound, { ...set, value: null }))).toBe('<title/>');
  });

  test('is removed with its last variable if nothing else remains', () => {
    const empty = film('<scene duration="9"><title>${greeting,}</title></scene>');
    const removed = linesAfter(empty, { type: 'variable/remove', variable: 'greeting' });
    expect(titleOf(removed)).toBe('<title/>');
  });

  test('is refused in elements without text content', () => {
    const bind = { type: 'variable/bind', node: elementId(source, 'video'), attribute: null, variable: 'x' } as const;
    expect(() => linesAfter(source, bind)).toThrow('edit/no-text');
  });
});
