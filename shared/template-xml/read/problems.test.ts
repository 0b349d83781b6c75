import { describe, expect, test } from 'vitest';
import { message } from '#shared/messages/message.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { idAt, sourceOf } from '../testing/read-source.ts';
import { locateFindings } from './problems.ts';

const TEXT = `<movie width="16">
  <scene/>
  <scene>
    <video>
      <filter type="flip" intensity="x"/><filter/>
    </video>
    stray
  </scene>
</movie>`;
const source = sourceOf(TEXT);

function finding(begins: string, more: Partial<NonNullable<Finding['at']>> = {}): Finding {
  return {
    code: 'template/unknown-attribute',
    says: message('source/told', { words: begins }),
    at: { node: idAt(source, begins), ...more },
  };
}

describe('the location of a finding', () => {
  test.each<[string, Finding, string, string]>([
    ['the tag of an element', finding('<video>'), '4:5 movie/scene[2]/video', '<video'],
    ['the root', finding('<movie'), '1:1 movie', '<movie'],
    [
      'the attribute value between its quotes',
      finding('<filter type', { attribute: 'intensity' }),
      '5:38 movie/scene[2]/video/filter[1]@intensity',
      'x',
    ],
    [
      'the attribute name',
      finding('<filter type', { attribute: 'intensity', part: 'name' }),
      '5:27 movie/scene[2]/video/filter[1]@intensity',
      'intensity',
    ],
    [
      'the element that lacks an attribute',
      finding('<filter/>', { attribute: 'type' }),
      '5:42 movie/scene[2]/video/filter[2]@type',
      '<filter',
    ],
    ['a text without the white space before it', finding('\n    stray'), '7:5 movie/scene[2]', 'stray\n  '],
  ])('a finding is located at %s', (_, each, place, shown) => {
    const [problem] = locateFindings([each], source);
    expect(`${problem?.line}:${problem?.column} ${problem?.path}`).toBe(place);
    expect(problem?.range && TEXT.slice(problem.range.start, problem.range.end)).toBe(shown);
  });

  test('is last in the sorted list if it is absent', () => {
    const nowhere: Finding = {
      code: 'variable/missing',
      says: message('source/told', { words: 'nowhere' }),
      at: null,
    };
    const problems = locateFindings([nowhere, finding('<video>'), finding('<movie')], source);
    expect(problems.map(({ message, severity, line, path }) => ({ message, severity, line, path }))).toEqual([
      { message: '<movie', severity: 'warning', line: 1, path: 'movie' },
      { message: '<video>', severity: 'warning', line: 4, path: 'movie/scene[2]/video' },
      { message: 'nowhere', severity: 'error', line: null, path: '' },
    ]);
  });

  test('is only a path if no text exists', () => {
    const problems = locateFindings([finding('<video>'), finding('<movie')], { document: source.document });
    expect(problems.map(({ line, range, path }) => ({ line, range, path }))).toEqual([
      { line: null, range: null, path: 'movie' },
      { line: null, range: null, path: 'movie/scene[2]/video' },
    ]);
  });
});
