import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { hostileSvgs, sampleSvg } from '../testing/svg-samples.ts';
import { svgTree } from './svg-elements.ts';
import { latin1, svgRoot } from './svg-root.ts';
import { svgWork } from './svg-work.ts';

const SIDE = 1000;
const MOST = 1;

/** Returns the estimated seconds at 1000 × 1000 pixels; infinite if the file is refused. */
function work(svg: Uint8Array): number {
  const root = required(svgRoot(svg), 'a root');
  const tree = svgTree(latin1(svg));
  if (!tree.ok) return Number.POSITIVE_INFINITY;
  return svgWork(tree.value, root.viewBox ?? root.size, { width: SIDE, height: SIDE }, MOST).seconds;
}
const large = (inside: string) => work(sampleSvg(inside, 'width="1000" height="1000"'));
const whole = (attributes: string) => `<rect width="1000" height="1000" ${attributes}/>`;

describe('the estimate of an ordinary drawing', () => {
  test.each([
    ['a logo with a shadow', `<filter id="f"><feDropShadow stdDeviation="4"/></filter>${whole('filter="url(#f)"')}`],
    [
      'a shadow of five steps',
      `<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="3"/><feOffset dx="3"/><feFlood/><feComposite in2="SourceGraphic" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>${whole('filter="url(#f)"')}`,
    ],
    [
      'gradients and a clip',
      `<linearGradient id="g"><stop/><stop offset="1"/></linearGradient><clipPath id="c"><circle r="400"/></clipPath><g clip-path="url(#c)">${whole('fill="url(#g)"')}</g>`,
    ],
    ['a map of 12,000 small paths', '<path d="M9 9c9.5-20 30 16 20 2.5q4 9 12 3z" fill="#07c"/>'.repeat(12_000)],
    [
      'a use of a symbol, a hundred times',
      `<symbol id="a"><path d="M0 0h9v9z"/></symbol>${'<use href="#a"/>'.repeat(100)}`,
    ],
    [
      'a pattern of dots',
      `<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><circle r="3"/></pattern>${whole('fill="url(#p)"')}`,
    ],
    [
      'a gradient of ten colors, used a hundred times',
      `<linearGradient id="g">${'<stop/>'.repeat(10)}</linearGradient>${'<rect width="9" height="9" fill="url(#g)"/>'.repeat(100)}`,
    ],
    [
      'three hundred classes of five declarations',
      `<style>${Array.from({ length: 300 }, (_, at) => `.c${at}{fill:red;stroke:blue;stroke-width:2;opacity:1;clip-rule:evenodd}`).join('')}</style>${'<rect class="c7" width="9" height="9"/>'.repeat(1000)}`,
    ],
    ['thirty words', '<text y="50" font-size="30">Hello world</text>'.repeat(30)],
    ['a dashed circle', '<circle r="400" stroke="red" stroke-dasharray="4 2" fill="none"/>'],
  ])('is less than a second for %s', (_, inside) => {
    expect(large(inside)).toBeLessThan(MOST);
  });
});

describe('the estimate of an excessive drawing', { tags: ['promise:F37'] }, () => {
  test.each([
    [
      'nested uses',
      `<g id="t0">${whole('')}</g>${Array.from({ length: 30 }, (_, at) => `<g id="t${at + 1}"><use href="#t${at}"/><use href="#t${at}"/></g>`).join('')}`,
    ],
    [
      'sixty blurs',
      `<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(60)}</filter>${whole('filter="url(#f)"')}`,
    ],
    [
      'a filter in a style sheet',
      `<style>.a > rect { filter: url(#f) }</style><filter id="f"><feTurbulence numOctaves="60"/></filter>${whole('')}`,
    ],
    [
      'a morphology whose radius is a share of its box',
      `<filter id="f" primitiveUnits="objectBoundingBox"><feMorphology radius=".1"/></filter>${whole('filter="url(#f)"')}`,
    ],
    [
      'the steps of another filter',
      `<filter id="g">${'<feGaussianBlur stdDeviation="9"/>'.repeat(60)}</filter><filter id="f" href="#g"/>${whole('filter="url(#f)"')}`,
    ],
    [
      'the content of another pattern',
      `<pattern id="q">${'<g opacity=".9"><rect width="9" height="9"/></g>'.repeat(300)}</pattern><pattern id="p" href="#q" width=".1" height=".1"/>${whole('fill="url(#p)"')}`,
    ],
    [
      'a chain of uses that is too deep',
      Array.from({ length: 400 }, (_, at) => `<g id="u${at}"><use href="#u${at + 1}"/></g>`).join(''),
    ],
    ['a wide morphology', `<filter id="f"><feMorphology radius="40"/></filter>${whole('filter="url(#f)"')}`],
    ['blurs as functions', whole(`style="filter: ${'blur(9px) '.repeat(60)}"`)],
    [
      'nested masks',
      `${Array.from({ length: 9 }, (_, at) => `<mask id="m${at}">${whole(`mask="url(#m${at + 1})"`).repeat(3)}</mask>`).join('')}${whole('mask="url(#m0)"')}`,
    ],
    ['a thousand layers', `<g opacity="0.5">${whole('')}</g>`.repeat(1000)],
    [
      'tiny dashes along a long path',
      `<path d="M0 0${'L1000 1000L0 0'.repeat(500)}" stroke="red" stroke-dasharray="0.01"/>`,
    ],
    ['50,000 lines up and down', `<path d="M0 0${'l1 900l1-900'.repeat(25_000)}"/>`],
    [
      'markers on every corner',
      `<marker id="m">${'<circle r="9"/>'.repeat(100)}</marker><path marker-mid="url(#m)" d="M0 0${'l9 9'.repeat(10_000)}"/>`,
    ],
    [
      'the stops of another gradient, for a thousand shapes',
      `<linearGradient id="h">${'<stop/>'.repeat(10_000)}</linearGradient><linearGradient id="g" href="#h"/>${'<rect width="9" height="9" fill="url(#g)"/>'.repeat(1000)}`,
    ],
    ['a style of 20,000 declarations', `<rect style="${'fill:red;'.repeat(20_000)}"/>`],
    ['20,000 rules', `<style>${'.a{fill:red}'.repeat(20_000)}</style>${whole('')}`],
    [
      'a rule of 5,000 declarations for 20,000 shapes',
      `<style>*{${'a:b;'.repeat(5000)}}</style>${'<g/>'.repeat(20_000)}`,
    ],
    ['40,000 shapes in 900 groups', `${'<g fill="red">'.repeat(900)}${'<path/>'.repeat(40_000)}${'</g>'.repeat(900)}`],
    [
      'dashes that a thousand lines inherit',
      `<g stroke="red" stroke-dasharray="${'1 '.repeat(50_000)}">${'<path d="M0 0h9"/>'.repeat(1000)}</g>`,
    ],
    [
      'arcs without separators between flags',
      `<path d="M0 500${'A500 500 0 111000 500A500 500 0 110 500'.repeat(20_000)}"/>`,
    ],
    [
      'a picture of 50 million pixels, ten times',
      `<image href="data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x1f\x40\0\0\x17\x70\x08\x06\0\0\0', 'latin1').toString('base64')}"/>`.repeat(
        10,
      ),
    ],
  ])('is more than a second for %s', (_, inside) => {
    expect(large(inside)).toBeGreaterThan(MOST);
  });

  test('includes the work of expanded entities', () => {
    const letters = `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(4000)}">]>`;
    expect(work(sampleSvg(`<text y="9">${'&a;'.repeat(50)}</text>`, undefined, letters))).toBeGreaterThan(MOST);
    const many = sampleSvg(`<text y="9">${'&a;'.repeat(5000)}</text>`, undefined, letters);
    expect(work(many)).toBe(Number.POSITIVE_INFINITY);
  });

  test('includes elements in entities and nested files', () => {
    const entity = '<!DOCTYPE svg [<!ENTITY a "<g/>">]>';
    expect(work(sampleSvg('&a;', undefined, entity))).toBe(Number.POSITIVE_INFINITY);
    expect(work(required(hostileSvgs['nested pictures'], 'a sample')())).toBeGreaterThan(MOST);
  });
});

test('the estimate takes linear time for text that slows regular expressions', () => {
  const words = 'scale('.repeat(300_000);
  const figures = '9e'.repeat(300_000);
  const entity = `<!DOCTYPE svg [<!ENTITY ${' '.repeat(600_000)}]>`;
  expect(large(`<g transform="${words}"/><g filter="${figures}"/>`)).toBeLessThan(MOST);
  expect(work(sampleSvg('', undefined, entity))).toBeLessThan(MOST);
});
