import { describe, expect, test } from 'vitest';
import { withSentence } from '#shared/messages/testing/messages.ts';
import type { TemplateDocument } from '#shared/template/document/document.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { placeholder } from '#shared/template/placeholders/placeholder.arbitrary.ts';
import { formatPlaceholder } from '#shared/template/placeholders/placeholder.ts';
import { fc } from '#shared/testing/properties.ts';
import { resolveTemplate } from './resolve.ts';

const { element, movie, comment, text } = documentBuilder();

const resolve = (
  template: TemplateDocument,
  values: Readonly<Record<string, string>> = {},
  missing: 'error' | 'ignore' = 'error',
) => resolveTemplate(template, { values: new Map(Object.entries(values)), missing });
const brief = (findings: readonly Finding[]) =>
  findings.map(withSentence).map(({ code, message }) => `${code}: ${message}`);
const named = (name: string) => movie(element('scene', { duration: '10', name }));
const nameOf = (template: TemplateDocument, values: Readonly<Record<string, string>>) =>
  resolve(template, values).movie?.scenes[0]?.name;

describe('values of variables', () => {
  test('override defaults by name', () => {
    const template = named('${a, one} and ${b, two}');
    expect(nameOf(template, {})).toBe('one and two');
    expect(nameOf(template, { b: 'zwei' })).toBe('one and zwei');
    expect(nameOf(template, { a: '', b: 'zwei' })).toBe(' and zwei');
  });

  test('have a default that applies to all uses', () => {
    expect(nameOf(named('${a} ${a, one}'), {})).toBe('one one');
    expect(nameOf(named('${a} ${a, one} ${a, two}'), {})).toBe('one one two');
  });

  test('can be changed by options', () => {
    expect(nameOf(named('${a, one, U}'), {})).toBe('ONE');
    expect(nameOf(named('${a, one, UE}'), { a: 'x y' })).toBe('X%20Y');
  });

  test('are not scanned for placeholders', () => {
    expect(nameOf(named('${a}${b, x}'), { a: '${b}', b: '${a}' })).toBe('${b}${a}');
  });

  test('cannot change the structure', () => {
    const { movie: resolved, findings } = resolve(named('${a}'), { a: '"/><scene duration="5"/><scene name="' });
    expect(findings).toEqual([]);
    expect(resolved?.scenes.map(({ name }) => name)).toEqual(['"/><scene duration="5"/><scene name="']);
  });

  test('are accepted for names such as `__proto__`', () => {
    expect(nameOf(named('${__proto__}${constructor, c}${toString, t}'), JSON.parse('{"__proto__": "p"}'))).toBe('pct');
  });

  test('can fill attributes of every type', () => {
    const template = movie(
      element(
        'scene',
        { duration: '${n}s', enabled: '${on}' },
        element(
          'video',
          { url: 'https://example.org/${file, , E}', fit: '${fit}' },
          element('filter', { type: '${type}', color: '#${hex}' }),
        ),
      ),
    );
    const { movie: resolved, findings } = resolve(template, {
      n: '1.5',
      on: 'true',
      file: 'a b.mp4',
      fit: 'cover',
      type: 'vignette',
      hex: 'f80',
    });
    expect(findings).toEqual([]);
    expect(resolved?.scenes[0]).toMatchObject({
      duration: 38,
      layers: [
        {
          source: { kind: 'url', url: 'https://example.org/a%20b.mp4' },
          fit: 'cover',
          effects: [{ type: 'vignette', parameters: { color: { red: 255, green: 136, blue: 0 }, aperture: 0.7 } }],
        },
      ],
    });
  });

  test('appear unchanged in the name of a scene', () =>
    fc.assert(
      fc.property(placeholder, fc.string(), (part, value) => {
        const template = named(`a ${formatPlaceholder({ ...part, options: [] })} b`);
        const printable = value.replaceAll(/[^\x20-\x7e]/g, '');
        expect(nameOf(template, { [part.name]: printable })).toBe(`a ${printable} b`);
      }),
    ));
});

describe('a finding about a variable', () => {
  test('reports a malformed placeholder', () => {
    const scene = element('scene', { duration: '10', name: '${a' });
    const { movie: resolved, findings } = resolve(movie(scene));
    expect(resolved).toBeNull();
    expect(findings.map(withSentence)).toEqual([
      {
        code: 'variable/malformed',
        at: { node: scene.id, attribute: 'name' },
        message: 'The placeholder `${a` is malformed: it isn’t closed; add `}`.',
      },
    ]);
  });

  test('reports a missing value at every use without a default', () => {
    const template = movie(
      element('scene', { duration: '${len}', name: '${title}' }),
      element('scene', { duration: '${len}' }, element('sparkle', { url: '${title}' })),
    );
    const { movie: resolved, findings } = resolve(template);
    expect(resolved).toBeNull();
    expect(brief(findings.filter(({ code }) => code === 'variable/missing'))).toEqual([
      'variable/missing: The variable `len` has no value, and `duration` of `scene` needs one. Give it a value or a default: `${len, …}`.',
      'variable/missing: The variable `title` has no value, and `name` of `scene` needs one. Give it a value or a default: `${title, …}`.',
      'variable/missing: The variable `len` has no value, and `duration` of `scene` needs one. Give it a value or a default: `${len, …}`.',
    ]);
  });

  test('reports a value for an unused name', () => {
    const template = named('${title, x}');
    const { movie: resolved, findings } = resolve(template, { titel: 'y', other: 'z' });
    expect(resolved).not.toBeNull();
    expect(findings.map(withSentence)).toEqual([
      {
        code: 'variable/unused',
        at: null,
        message: 'There is no variable `titel`, so its value isn’t used. Did you mean `title`?',
      },
      { code: 'variable/unused', at: null, message: 'There is no variable `other`, so its value isn’t used.' },
    ]);
  });

  test('reports two types or two defaults of a variable', () => {
    const { findings } = resolve(movie(element('scene', { duration: '${a, 5}', name: '${a, 6}' })));
    expect(findings.map(({ code }) => code)).toEqual(['variable/conflict', 'variable/conflict']);
  });

  test('reports a resolved value that is invalid for its attribute', () => {
    const scene = element('scene', { duration: '${n}${unit, s}' });
    const { movie: resolved, findings } = resolve(movie(scene), { n: 'two ' });
    expect(resolved).toBeNull();
    expect(findings.map(withSentence)).toEqual([
      {
        code: 'variable/refused',
        at: { node: scene.id, attribute: 'duration' },
        message:
          '`duration` of `scene` must be a whole number of frames, or seconds such as 1.5s; the variables `n` and `unit` give it the value "two s".',
      },
    ]);
  });

  test.each([
    ['url', 'file:///etc/passwd', 'must be an address that starts with http:// or https:// and contains no spaces'],
    ['url', 'http://user:secret@example.org/', 'must not contain a user name or password'],
    ['src', '../../secret.mp4', 'must be a file name without folders'],
    ['src', 'a\u0000.mp4', 'must not contain the character U+0000, which XML doesn’t allow'],
  ])('reports a resolved %s that its attribute refuses: %j', (attribute, value, reason) => {
    const template = movie(element('scene', { duration: '5' }, element('video', { [attribute]: '${source}' })));
    expect(brief(resolve(template, { source: value }).findings)).toEqual([
      `variable/refused: \`${attribute}\` of \`video\` ${reason}; the variable \`source\` gives it the value ${JSON.stringify(value)}.`,
    ]);
  });
});

describe('resolving a template without values', () => {
  test('ignores missing variables and checks the rest', () => {
    const good = movie(
      element('scene', { duration: '${len}', name: '${title}' }, element('video', { src: '${clip}', audio: '${on}' })),
    );
    expect(resolve(good, {}, 'ignore')).toEqual({
      movie: null,
      partial: expect.objectContaining({ scenes: [] }),
      findings: [],
    });
    const bad = movie(element('scene', { duration: '${len}', name: '${' }, element('video', { url: '${a, ftp://x}' })));
    expect(resolve(bad, {}, 'ignore').findings.map(({ code }) => code)).toEqual([
      'variable/malformed',
      'variable/refused',
    ]);
  });

  test('uses the attribute’s default in the partial movie', () => {
    const { movie: resolved, partial } = resolve(named('${title}'), {}, 'ignore');
    expect(resolved).toBeNull();
    expect(partial?.scenes.map(({ name, duration }) => ({ name, duration }))).toEqual([{ name: null, duration: 10 }]);
  });
});

test('comments and misplaced texts contain no variables', () => {
  const template = movie(element('scene', { duration: '5' }), comment('${a}'), text('${b}'));
  expect(brief(resolve(template, { a: 'x' }).findings)).toEqual([
    'template/text: Text in `movie` isn’t rendered, because `movie` contains only elements. It’s kept in the XML.',
    'variable/unused: There is no variable `a`, so its value isn’t used.',
  ]);
});

test('a problem names only the variable with the forbidden character', () => {
  const { findings } = resolve(named('${name} ${city}'), { name: 'Ada', city: 'Ber\u000blin' });
  expect(findings.map(({ says }) => says.values)).toMatchObject([{ variables: ['city'] }]);
});
