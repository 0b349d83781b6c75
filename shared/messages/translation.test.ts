import { expect, test } from 'vitest';
import { editMessages, subjectMessages } from './edits.en.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { mediaMessages, reachMessages } from './media.en.ts';
import { message } from './message.ts';
import { stepMessages, targetMessages } from './steps.en.ts';
import { createSay, messages, type Translation } from './translation.ts';
import { placeholderMessages, valueMessages } from './values.en.ts';

test('a message consists of its code and its values', () => {
  expect(message('xml/lone-slash')).toEqual({ code: 'xml/lone-slash', values: {} });
  expect(message('xml/character-in-tag', { character: 'é' })).toEqual({
    code: 'xml/character-in-tag',
    values: { character: 'é' },
  });
});

test('unknown codes and wrong values do not compile', () => {
  const refused = () => {
    // @ts-expect-error No message has this code.
    message('xml/of-no-table');
    // @ts-expect-error The values are missing.
    message('xml/character-in-tag');
    // @ts-expect-error A value is missing.
    message('xml/character-in-tag', {});
    // @ts-expect-error A value is of another type.
    message('xml/character-in-tag', { character: 1 });
    // @ts-expect-error A value is superfluous.
    message('xml/character-in-tag', { character: 'a', column: 1 });
    // @ts-expect-error This message has no values.
    message('xml/lone-slash', { character: 'a' });
    // @ts-expect-error A refusal is no subject.
    message('edit/no-value', { what: message('edit/gone') });
    // @ts-expect-error A problem must be a message.
    message('problem/first', { problem: 'width', more: 1 });
  };
  expect(refused).not.toThrow();
});

test('an incomplete or wrong translation does not compile', () => {
  const table = messages({
    'edit/gone': () => 'Gone.',
    'edit/too-many-keys': ({ most }: { most: number }) => `Up to ${most}.`,
  });
  const complete: Translation<typeof table> = {
    'edit/gone': () => 'Weg.',
    'edit/too-many-keys': ({ most }) => `${most}`,
  };
  // @ts-expect-error A code is missing.
  const incomplete: Translation<typeof table> = { 'edit/gone': () => 'Weg.' };
  // @ts-expect-error The English table does not have this code.
  const unknown: Translation<typeof table> = { ...complete, 'edit/unknown': () => 'Fremd.' };
  // @ts-expect-error The message does not have this value.
  const wrong: Translation<typeof table> = { ...complete, 'edit/too-many-keys': ({ least }) => `${least}` };
  expect([incomplete, unknown, wrong]).toHaveLength(3);
});

test('German has the codes of English in the same order', () => {
  expect(Object.keys(german)).toEqual(Object.keys(english));
});

/** A value that can be used as a text, a list, a number, and an object of such values. */
const sample: object = new Proxy(
  Object.assign(['a', 'b'], {
    toFixed: () => '1.5',
    codePointAt: () => 0x61,
    startsWith: () => false,
    replace: () => 'a',
  }),
  { get: (target, key) => (key in target || typeof key === 'symbol' ? Reflect.get(target, key) : sample) },
);
const samples = new Proxy({}, { get: () => sample });

/** Messages that are parts of sentences: a sentence follows or surrounds them. */
const PARTS: ReadonlySet<string> = new Set(
  [
    ...[
      subjectMessages,
      targetMessages,
      stepMessages,
      valueMessages,
      placeholderMessages,
      mediaMessages,
      reachMessages,
    ],
  ].flatMap((table) => Object.keys(table)),
);
/** Renders all messages of a language. A nested message ends in the same way as the message that contains it. */
function rendered(texts: Translation<typeof english>): ReadonlyMap<string, string> {
  const render = texts as unknown as Readonly<Record<string, (values: object, say: () => string) => string>>;
  return new Map(
    Object.entries(render).map(([code, text]) => [code, text(samples, () => (PARTS.has(code) ? 'part' : 'Part.'))]),
  );
}

/** Messages that end with a question, a parenthesis, or a text from outside. */
const OTHER_ENDS = ['file/not-in-folder', 'problem/first', 'detail/brackets', 'source/told'];

test.each([
  ['English', english],
  ['German', german],
])('sentences end with a period and parts do not: %s', (_language, texts) => {
  const wrong = [...rendered(texts)].filter(
    ([code, text]) => !OTHER_ENDS.includes(code) && /[.?]$/.test(text) === PARTS.has(code),
  );
  expect(wrong).toEqual([]);
});

/** Messages that consist only of names, values, and other messages. */
const WORDLESS = [
  ...['target/effect', 'target/element', 'step/take-change-of', 'source/told', 'source/failed', 'detail/brackets'],
  ...['cluster/told', 'bundle/entry', 'entry/field'],
];

test('German messages differ from English ones', () => {
  const inGerman = rendered(german);
  const equal = [...rendered(english)].filter(([code, text]) => inGerman.get(code) === text).map(([code]) => code);
  expect(equal).toEqual(WORDLESS);
});

test('nested messages and terms are in one language', () => {
  const noValue = message('edit/no-value', {
    what: message('subject/time', { attribute: { key: 'scene/fade', label: 'fade' } }),
  });
  const say = createSay({ ...editMessages, ...subjectMessages }, ({ key }) => `term ${key}`);
  expect(say(noValue)).toBe('The term scene/fade has no value yet. Set one first.');
  expect(createSay(english)(noValue)).toBe('The fade has no value yet. Set one first.');
});
