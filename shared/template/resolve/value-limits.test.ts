import { describe, expect, test } from 'vitest';
import { utf8Length } from '#shared/lib/utf8-length.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { fc } from '#shared/testing/properties.ts';
import { PLACEHOLDER_OPTIONS } from '../placeholders/placeholder.ts';
import { applyOptions } from '../placeholders/placeholder-text.ts';
import { createValueBudget } from '../placeholders/value-budget.ts';
import { createResolveMemory } from '../reading/resolve-memory.ts';
import { listVariables } from '../variables/variables.ts';
import { resolveTemplate } from './resolve.ts';

const MEBIBYTE = 1024 * 1024;

const film = (scenes: string) => `<movie width="64" height="64" framerate="25">\n${scenes}</movie>`;

/** What is wrong with a template once its variables have these values. */
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

describe('a value with its variables filled in', () => {
  test('has at most 1 MiB, whatever its options make of it', () => {
    const scene = film('<scene duration="1" name="a${v, x, E}"/>');
    const third = Math.floor((MEBIBYTE - 1) / 3);
    expect(problemsOf(scene, { v: ' '.repeat(third) }).problems).toEqual([]);
    expect(problemsOf(scene, { v: ' '.repeat(third + 1) }).problems).toEqual(['variable/too-long 2:27']);
  });

  test('is refused with its place and its variables, and is not quoted', () => {
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

  test('of many variables names the first of them', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `\${v${index}, ${'x'.repeat(600)}}`).join('');
    const [problem] = problemsOf(film(`<scene duration="1" name="${names}"/>`)).all;
    expect(problem?.message).toContain('`v0`, `v1`');
    expect(problem?.message.length).toBeLessThan(300);
  });

  test('and one that has no variables have the same limit', () => {
    expect(problemsOf(film(`<scene duration="1" name="${'x'.repeat(MEBIBYTE)}"/>`)).problems).toEqual([]);
    expect(problemsOf(film(`<scene duration="1" name="${'ä'.repeat(MEBIBYTE / 2 + 1)}"/>`)).problems).toEqual([
      'variable/too-long 2:27',
    ]);
  });

  test('is counted as it will be made, whatever characters and options', () => {
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

describe('all values of a template together', () => {
  const place = '<scene duration="1" name="${v, a, U}"/>\n';

  test('have at most 16 MiB, and one place says where they have more', () => {
    expect(problemsOf(film(place.repeat(16)), { v: 'x'.repeat(MEBIBYTE) }).problems).toEqual([]);
    const { movie, all } = problemsOf(film(place.repeat(2500)), { v: 'x'.repeat(MEBIBYTE) });
    expect(movie).toBeNull();
    expect(all).toMatchObject([{ code: 'variable/too-long', line: 18, column: 27 }]);
  });

  test('are counted where a small template would fill memory', () => {
    // One default of 45,000 characters that each of nine names has 11,000 times.
    const first = `<scene duration="1" name="\${v,'${'A'.repeat(45_000)}'}"/>\n`;
    const rest = `<scene duration="1" name="${'${v}'.repeat(11_000)}"/>\n`.repeat(9);
    expect(problemsOf(film(first + rest)).problems).toEqual(
      Array.from({ length: 9 }, (_, index) => `variable/too-long ${index + 3}:27`),
    );
  });

  test('are counted by those who list variables and lengths, too', () => {
    const many = Array.from({ length: 200 }, (_, index) => `a${index}="\${v}"`).join(' ');
    const filter = `<video url="http://a.b/c"><filter type="\${v}" ${many}/></video>`;
    const uses = `duration="${'${v}'.repeat(11_000)}" b="\${v}"`;
    const text = film(
      `<scene duration="1" name="\${v,'${'A'.repeat(MEBIBYTE)}'}">${filter}</scene>${`<scene ${uses}/>`.repeat(9)}`,
    );
    const { source } = readTemplate(text);
    expect(source && listVariables(source.document).variables).toMatchObject([{ name: 'v', numframes: null }]);
  });

  test('are the same, and told at the same place, where an editor remembers scenes', () => {
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
