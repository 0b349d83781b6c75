import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import type { Bomb } from './bombs.ts';
import { times } from './hostile-font-tables.ts';
import { large, NAMESPACES, text } from './svg-parts.ts';

/** Returns references that multiply by `count` at each level. */
export function tree(
  depth: number,
  count: number,
  element: (inside: string, at: number) => string,
  leaf: string,
): string {
  return times(depth + 1, (at) => (at === 0 ? leaf : element(`<use href="#t${at - 1}"/>`.repeat(count), at))).join('');
}

/** Recursive entities, entities with quadratic growth, and declarations with external resources. */
export function entities(): readonly Bomb[] {
  const doctype = (inside: string) => `<!DOCTYPE svg [${inside}]>`;
  const nested = (depth: number, count: number, leaf: string) =>
    doctype(
      `<!ENTITY e0 "${leaf}">${times(depth, (at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(count)}">`).join('')}`,
    );
  return [
    ['entities of shapes, 3 × 20', sampleSvg('&e3;', undefined, nested(3, 20, "<path d='M0 0h9v9z'/>"))],
    ['entities of shapes, 8 × 8', sampleSvg('&e8;', undefined, nested(8, 8, "<g><rect width='9' height='9'/></g>"))],
    [
      'an entity of a megabyte of path, 500 times',
      sampleSvg('<path d="&e;"/>'.repeat(500), undefined, doctype(`<!ENTITY e "M0 0${'h9v9'.repeat(100_000)}">`)),
    ],
    ['entities in attributes, 9 × 9', sampleSvg('<path d="M0 0&e9;"/>', undefined, nested(9, 9, 'h1'))],
    ['two entities of each other', sampleSvg('&a;', undefined, doctype('<!ENTITY a "&b;"><!ENTITY b "&a;">'))],
    [
      'entities of 4,000 letters, 200 times',
      sampleSvg(`<text y="9">${'&a;'.repeat(200)}</text>`, undefined, doctype(`<!ENTITY a "${'a'.repeat(4000)}">`)),
    ],
    ['an entity whose name is 100,000 spaces', sampleSvg('', undefined, doctype(`<!ENTITY ${' '.repeat(100_000)}`))],
    ['100,000 entities', sampleSvg('', undefined, doctype(times(100_000, (at) => `<!ENTITY a${at} "b">`).join('')))],
    [
      'an entity of an address',
      sampleSvg('<text y="9">&a;</text>', undefined, doctype('<!ENTITY a SYSTEM "http://127.0.0.1:1/">')),
    ],
    [
      'an entity of a parameter',
      sampleSvg('<text y="9">&a;</text>', undefined, doctype('<!ENTITY % a SYSTEM "file:///etc/passwd">%a;')),
    ],
    ['a document type from outside', sampleSvg('', undefined, '<!DOCTYPE svg SYSTEM "http://127.0.0.1:1/svg.dtd">')],
    ['a document type that does not end', text('<!DOCTYPE svg [<!ENTITY a "')],
  ];
}

/** Uses, patterns, masks, clips, gradients, and markers that refer to each other. */
export function references(): readonly Bomb[] {
  const square = '<g id="t0"><rect width="9" height="9"/></g>';
  const group = (inside: string, at: number) => `<g id="t${at}">${inside}</g>`;
  const symbol = (inside: string, at: number) => `<symbol id="t${at}">${inside}</symbol>`;
  const chain = (name: string, count: number, element: (own: string, next: string) => string) =>
    times(count, (at) => element(`${name}${at}`, `url(#${name}${at + 1})`)).join('');
  return [
    ['uses: 6 × 10', sampleSvg(tree(6, 10, group, square))],
    ['uses: 20 × 2', sampleSvg(tree(20, 2, group, square))],
    ['uses: 4 × 30', sampleSvg(tree(4, 30, group, square))],
    [
      'uses of symbols: 12 × 3',
      sampleSvg(`${tree(12, 3, symbol, '<symbol id="t0"><rect width="9" height="9"/></symbol>')}<use href="#t12"/>`),
    ],
    [
      'uses of a drawing of 20,000 shapes, 100 times',
      sampleSvg(`<g id="a">${'<path d="M0 0h9v9z"/>'.repeat(20_000)}</g>${'<use href="#a"/>'.repeat(100)}`),
    ],
    [
      'uses of uses: a chain of 20,000',
      sampleSvg(`${square}${times(20_000, (at) => `<use id="t${at + 1}" href="#t${at}"/>`).join('')}`),
    ],
    ['two groups that use each other', sampleSvg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    [
      'a use of the whole',
      text(`<svg ${NAMESPACES} id="a" width="48" height="32"><use href="#a"/><use href="#a"/></svg>`),
    ],
    [
      'a pattern of itself',
      sampleSvg(
        '<pattern id="p" width="1" height="1"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="48" height="32" fill="url(#p)"/>',
      ),
    ],
    [
      'patterns: 6 × 10',
      sampleSvg(
        `${times(6, (at) => `<pattern id="p${at}" width="1" height="1">${`<rect width="40" height="30" fill="url(#p${at + 1})"/>`.repeat(10)}</pattern>`).join('')}<rect width="48" height="32" fill="url(#p0)"/>`,
      ),
    ],
    [
      'a pattern whose tile is large',
      large(
        '<pattern id="p" width="30000" height="30000" patternUnits="userSpaceOnUse"><circle r="30000"/></pattern><rect width="1500" height="1500" fill="url(#p)"/>',
      ),
    ],
    [
      'a pattern that is enlarged',
      large(
        '<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="scale(5000)"><circle r="9"/></pattern><rect width="1500" height="1500" fill="url(#p)"/>',
      ),
    ],
    [
      '2,000 shapes of a pattern of their own',
      large(
        `<pattern id="p" width="0.1" height="0.1"><rect width="99" height="99" fill="red"/></pattern>${'<rect width="1500" height="1500" fill="url(#p)"/>'.repeat(2000)}`,
      ),
    ],
    [
      'a mask of itself',
      sampleSvg(
        '<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>',
      ),
    ],
    [
      'masks: 12 × 3',
      large(
        `${times(12, (at) => `<mask id="m${at}">${`<rect width="1500" height="1500" fill="#fff" mask="url(#m${at + 1})"/>`.repeat(3)}</mask>`).join('')}<rect width="1500" height="1500" mask="url(#m0)"/>`,
      ),
    ],
    [
      '1,000 masks of the whole',
      large(
        `<mask id="m"><rect width="1500" height="1500" fill="#fff"/></mask>${'<rect width="1500" height="1500" mask="url(#m)"/>'.repeat(1000)}`,
      ),
    ],
    ['300 groups half opaque', large(`${'<g opacity="0.5"><rect width="1500" height="1500"/></g>'.repeat(300)}`)],
    [
      'clips: 12 × 3',
      large(
        `${times(12, (at) => `<clipPath id="c${at}">${`<rect width="1500" height="1500" clip-path="url(#c${at + 1})"/>`.repeat(3)}</clipPath>`).join('')}<rect width="1500" height="1500" clip-path="url(#c0)"/>`,
      ),
    ],
    [
      '1,000 clips of the whole',
      large(
        `<clipPath id="c"><circle cx="700" cy="700" r="700"/></clipPath>${'<rect width="1500" height="1500" clip-path="url(#c)"/>'.repeat(1000)}`,
      ),
    ],
    [
      'a chain of 5,000 clips',
      sampleSvg(
        `${chain('c', 5000, (own, next) => `<clipPath id="${own}" clip-path="${next}"><rect width="9" height="9"/></clipPath>`)}<rect width="9" height="9" clip-path="url(#c0)"/>`,
      ),
    ],
    [
      'a chain of 5,000 masks',
      sampleSvg(
        `${chain('m', 5000, (own, next) => `<mask id="${own}" mask="${next}"><rect width="9" height="9"/></mask>`)}<rect width="9" height="9" mask="url(#m0)"/>`,
      ),
    ],
    [
      'a chain of 20,000 gradients',
      sampleSvg(
        `${times(20_000, (at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`).join('')}<rect width="9" height="9" fill="url(#g0)"/>`,
      ),
    ],
    [
      'a gradient of itself',
      sampleSvg('<linearGradient id="g" href="#g"/><rect width="9" height="9" fill="url(#g)"/>'),
    ],
    [
      'a gradient of 100,000 stops',
      sampleSvg(
        `<linearGradient id="g">${times(100_000, (at) => `<stop offset="${at / 1e5}" stop-color="red"/>`).join('')}</linearGradient><rect width="48" height="32" fill="url(#g)"/>`,
      ),
    ],
    [
      'a gradient of 10,000 stops for 1,000 shapes',
      sampleSvg(`${stops('g', 10_000)}${'<rect width="9" height="9" fill="url(#g)"/>'.repeat(1000)}`),
    ],
    [
      'a gradient with the 10,000 stops of another one, over the whole',
      large(`${stops('h', 10_000)}<radialGradient id="g" href="#h"/><rect width="1500" height="1500" fill="url(#g)"/>`),
    ],
    [
      'markers on 10,000 corners',
      large(
        `<marker id="m" markerWidth="9" markerHeight="9">${'<circle r="4"/>'.repeat(50)}</marker><path marker-mid="url(#m)" d="M0 0${'l9 9l-9 8'.repeat(5000)}"/>`,
      ),
    ],
    [
      'markers of markers',
      large(
        `${times(6, (at) => `<marker id="m${at}" markerWidth="9" markerHeight="9"><path marker-mid="url(#m${at + 1})" d="M0 0${'l1 1'.repeat(30)}"/></marker>`).join('')}<path marker-mid="url(#m0)" d="M0 0${'l9 9'.repeat(30)}"/>`,
      ),
    ],
  ];
}

function stops(id: string, count: number): string {
  const each = times(count, (at) => `<stop offset="${at / count}" stop-color="red"/>`).join('');
  return `<linearGradient id="${id}">${each}</linearGradient>`;
}
