import { describe, expect, test } from 'vitest';
import { utf8Length } from '#shared/lib/utf8-length.ts';
import { applyOptions, PLACEHOLDER_OPTIONS } from '#shared/template/placeholders/placeholder.ts';
import { createValueBudget } from '#shared/template/placeholders/substitute.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { fc } from '#shared/testing/properties.ts';
import { createResolveMemory } from './reading-context.ts';
import { resolveTemplate } from './resolve.ts';
import { listVariables } from './variables.ts';

const MEBIBYTE = 1024 * 1024;

const film = (scenes: string) => `<movie width="64" height="64" framerate="25">\n${scenes}</movie>`;

/** Returns the errors of a template with these values. */
function problemsOf(text: string, values: Readonly<Record<string, string>> = {}) {
  const { source } = readTemplate(text);
  if (source === null) throw new Error('the template cannot be read');
  const { movie, findings } = resolveTemplate(source.document, {
    values: new Map(Object.entries(values)),
    missing: 'error',
  });
  const problems = locateFindings(findings, source).filter(({ severity }) => severity === 'error');
  return { movie, problems: problems.map(({ code, line, column }) => `${code} ${line}:${column}`), all: problems };
}

describe('a substituted value', () => {
  test('has at most 1 MiB after its options are applied', () => {
    const scene = film('<scene duration="1" name="a${v, x, E}"/>');
    const third = Math.floor((MEBIBYTE - 1) / 3);
    expect(problemsOf(scene, { v: ' '.repeat(third) }).problems).toEqual([]);
    expect(problemsOf(scene, { v: ' '.repeat(third + 1) }).problems).toEqual(['variable/too-long 2:27']);
  });

  test('is refused with its location, without a quotation', () => {
    const { movie, all } = problemsOf(film('<scene duration="1" name="${v}"/>'), { v: 'x'.repeat(MEBIBYTE + 1) });
    expect(movie).toBeNull();
    expect(all).toMatchObject([
      {
        code: 'variable/too-long',
        line: 2,
        column: 27,
        message: '`name` of `scene` has more than 1 MiB with the variable `v` filled in. Shorten it.',
      },
    ]);
  });

  test('reports only the first of many variable names', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `\${v${index}, ${'x'.repeat(600)}}`).join('');
    const [problem] = problemsOf(film(`<scene duration="1" name="${names}"/>`)).all;
    expect(problem?.message).toContain('`v0`, `v1`');
    expect(problem?.message.length).toBeLessThan(300);
  });

  test('has the same limit as a literal value', () => {
    expect(problemsOf(film(`<scene duration="1" name="${'x'.repeat(MEBIBYTE)}"/>`)).problems).toEqual([]);
    expect(problemsOf(film(`<scene duration="1" name="${'ä'.repeat(MEBIBYTE / 2 + 1)}"/>`)).problems).toEqual([
      'variable/too-long 2:27',
    ]);
  });

  test('is measured exactly in bytes for any characters and options', () => {
    const letters = fc.constantFrom(
      'a',
      'ß',
      'ŉ',
      'ΐ',
      'İ',
      'K',
      'Σ',
      '😀',
      '\ud800',
      '\udc00',
      ' ',
      "'",
      '~',
      '%',
      'é',
    );
    const text = fc.array(letters, { maxLength: 700 }).map((all) => all.join(''));
    fc.assert(
      fc.property(text, fc.subarray([...PLACEHOLDER_OPTIONS]), (value, options) => {
        expect(createValueBudget().lengthOf(value, options)).toBe(utf8Length(applyOptions(value, options)));
      }),
    );
  });
});

describe('the values of a template together', () => {
  const place = '<scene duration="1" name="${v, a, U}"/>\n';

  test('have at most 16 MiB, and exceeding them is reported once', { tags: ['promise:F35'] }, () => {
    expect(problemsOf(film(place.repeat(16)), { v: 'x'.repeat(MEBIBYTE) }).problems).toEqual([]);
    const { movie, all } = problemsOf(film(place.repeat(2500)), { v: 'x'.repeat(MEBIBYTE) });
    expect(movie).toBeNull();
    expect(all).toMatchObject([{ code: 'variable/too-long', line: 18, column: 27 }]);
  });

  test('are limited before a small template fills the memory', () => {
    // The default has 45,000 characters. Nine names contain it 11,000 times each.
    const first = `<scene duration="1" name="\${v,'${'A'.repeat(45_000)}'}"/>\n`;
    const rest = `<scene duration="1" name="${'${v}'.repeat(11_000)}"/>\n`.repeat(9);
    expect(problemsOf(film(first + rest)).problems).toEqual(
      Array.from({ length: 9 }, (_, index) => `variable/too-long ${index + 3}:27`),
    );
  });

  test('are limited when variables are listed', () => {
    const many = Array.from({ length: 200 }, (_, index) => `a${index}="\${v}"`).join(' ');
    const filter = `<video url="http://a.b/c"><filter type="\${v}" ${many}/></video>`;
    const uses = `duration="${'${v}'.repeat(11_000)}" b="\${v}"`;
    const text = film(
      `<scene duration="1" name="\${v,'${'A'.repeat(MEBIBYTE)}'}">${filter}</scene>${`<scene ${uses}/>`.repeat(9)}`,
    );
    const { source } = readTemplate(text);
    expect(source && listVariables(source.document).variables).toMatchObject([{ name: 'v', numframes: null }]);
  });

  test('are limited when scenes are cached', () => {
    const { source } = readTemplate(film('<scene duration="1" name="${v}"/>'.repeat(40)));
    if (source === null) throw new Error('the template cannot be read');
    const memory = createResolveMemory();
    const resolve = (length: number, remembered = true) =>
      resolveTemplate(source.document, {
        values: new Map([['v', 'x'.repeat(length)]]),
        missing: 'error',
        ...(remembered ? { memory } : {}),
      }).findings;
    expect(resolve(400_000)).toEqual([]);
    expect(resolve(500_000).map(({ code }) => code)).toEqual(['variable/too-long']);
    expect(resolve(500_000)).toEqual(resolve(500_000, false));
    expect(resolve(400_000)).toEqual([]);
  });
});
