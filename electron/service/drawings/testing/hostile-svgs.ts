import { deflateSync } from 'node:zlib';
import { sampleSvg } from '../../../../shared/drawings/testing/svg-samples.ts';
import { type Bomb, pngOf, zeros } from './bombs.ts';
import { times } from './hostile-font-tables.ts';
import { filters, paths } from './hostile-svg-paints.ts';
import { data, filtered, large, NAMESPACES, picture, text } from './svg-parts.ts';

/** References that grow by so many at each level. */
function tree(depth: number, count: number, element: (inside: string, at: number) => string, leaf: string): string {
  return times(depth + 1, (at) => (at === 0 ? leaf : element(`<use href="#t${at - 1}"/>`.repeat(count), at))).join('');
}

/** Entities of entities, quadratic ones, and declarations that lead outside. */
function entities(): readonly Bomb[] {
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

function references(): readonly Bomb[] {
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

function outside(): readonly Bomb[] {
  const png = pngOf(10, 10, 8, 6, zeros(410));
  const bomb = pngOf(8192, 6100, 16, 6, zeros((8192 * 8 + 1) * 6100));
  return [
    [
      'references of every kind',
      sampleSvg(
        '<image href="//127.0.0.1/a.png" width="9" height="9"/><use href="http://127.0.0.1:1/a.svg#a"/><use href="file:///etc/passwd#a"/><rect width="9" height="9" fill="url(http://127.0.0.1:1/#a)" filter="url(file:///etc/#a)"/><feImage href="http://127.0.0.1:1/"/><a href="javascript:alert(1)"><rect width="9" height="9"/></a><tref href="file:///etc/passwd"/>',
      ),
    ],
    [
      'a style sheet by an instruction',
      sampleSvg('<rect width="9" height="9"/>', undefined, '<?xml-stylesheet href="http://127.0.0.1:1/a.css"?>'),
    ],
    [
      'an inclusion',
      text(
        `<svg ${NAMESPACES} xmlns:xi="http://www.w3.org/2001/XInclude" width="48" height="32"><xi:include href="file:///etc/passwd" parse="text"/></svg>`,
      ),
    ],
    [
      'a page in it',
      sampleSvg(
        '<foreignObject width="48" height="32"><body xmlns="http://www.w3.org/1999/xhtml"><script>while(1);</script><img src="http://127.0.0.1:1/"/></body></foreignObject>',
      ),
    ],
    [
      'events and movements',
      sampleSvg(
        '<rect width="9" height="9" onload="while(1);"><animate attributeName="x" values="0;9" dur="1e-9s" repeatCount="indefinite"/><set attributeName="href" to="http://127.0.0.1:1/"/></rect>',
      ),
    ],
    ['a picture of 50 million pixels in it', sampleSvg(picture(data('image/png', bomb)))],
    ['the same picture 40 times', sampleSvg(picture(data('image/png', bomb)).repeat(40))],
    [
      'a picture of 65,535 a side in it',
      sampleSvg(picture(data('image/png', pngOf(65_535, 65_535, 8, 6, zeros(100))))),
    ],
    ['20,000 small pictures in it', sampleSvg(picture(data('image/png', png)).repeat(20_000))],
    ['a picture that lies about its kind', sampleSvg(picture(data('image/jpeg', png)))],
    ['a picture that is damaged', sampleSvg(picture(data('image/png', png.subarray(0, 60))))],
    ['a packed SVG in it', sampleSvg(picture(data('image/svg+xml', deflateSync(Buffer.alloc(9_000_000, 32)))))],
    [
      'an SVG bomb in it',
      sampleSvg(
        picture(
          data(
            'image/svg+xml',
            sampleSvg(
              tree(
                20,
                3,
                (inside, at) => `<g id="t${at}">${inside}</g>`,
                '<g id="t0"><rect width="9" height="9"/></g>',
              ),
            ),
          ),
        ),
      ),
    ],
    [
      'an SVG of a huge filter in it',
      sampleSvg(picture(data('image/svg+xml', filtered('<feTurbulence baseFrequency="0.1" numOctaves="60"/>')))),
    ],
    ['an SVG of itself in it', sampleSvg(picture('#'))],
    [
      '20 SVG of 20 SVG in it',
      sampleSvg(
        picture(
          data('image/svg+xml', sampleSvg(picture(data('image/svg+xml', sampleSvg('<circle r="9"/>'))).repeat(20))),
        ).repeat(20),
      ),
    ],
  ];
}

function written(): readonly Bomb[] {
  const root = (attributes: string, inside = '<rect width="9" height="9"/>') =>
    text(`<svg ${NAMESPACES} ${attributes}>${inside}</svg>`);
  const rules = (selector: (at: number) => string, count: number, elements: number) =>
    sampleSvg(
      `<style>${times(count, (at) => `${selector(at)}{fill:red}`).join('')}</style>${'<g class="a b"><rect class="c"/></g>'.repeat(elements)}`,
    );
  return [
    [
      '100,000 groups in one another, not closed',
      text(`<svg ${NAMESPACES} width="9" height="9">${'<g>'.repeat(100_000)}`),
    ],
    ['3,000 groups in one another', sampleSvg(`${'<g>'.repeat(3000)}${'</g>'.repeat(3000)}`)],
    ['900 pictures in pictures', sampleSvg(`${'<svg width="48" height="32">'.repeat(900)}${'</svg>'.repeat(900)}`)],
    ['200,000 attributes', sampleSvg(`<rect ${times(200_000, (at) => `a${at}="b"`).join(' ')}/>`)],
    ['5,000 rules for 5,000 shapes', rules((at) => `.c${at}`, 5000, 5000)],
    ['2,000 rules of descendants for 5,000 shapes', rules(() => 'svg g .a .b g g rect', 2000, 5000)],
    [
      'a style of imports',
      sampleSvg(`<style>${'@import url("data:text/css,@import url(a)");'.repeat(20_000)}</style>`),
    ],
    ['a style that does not end', sampleSvg(`<style>${'a{'.repeat(100_000)}</style><rect width="9" height="9"/>`)],
    ['a comment in a style that does not end', sampleSvg('<style>/*</style><rect width="9" height="9"/>')],
    ['a style of 5 MiB', sampleSvg(`<rect style="${'fill:red;'.repeat(600_000)}" width="9" height="9"/>`)],
    ['switches, links and symbols', sampleSvg(`${'<switch><a><symbol id="a"/></a></switch>'.repeat(50_000)}`)],
    ['a view box of nothing', root('width="48" height="32" viewBox="0 0 0 0"')],
    ['a view box without end', root('width="48" height="32" viewBox="-1e308 -1e308 1e308 1e308"')],
    ['a view box below nothing', root('width="48" height="32" viewBox="0 0 -9 -9"')],
    ['a view box of a hair', root('width="48" height="32" viewBox="0 0 1e-30 1e-30"')],
    ['a view box a million wide and one high', root('viewBox="0 0 1000000 1"')],
    ['8192 pixels by a hair', root('width="8192" height="0.001"')],
    ['a size below nothing', root('width="-9" height="-9"')],
    ['a size of NaN', root('width="NaN" height="Infinity" viewBox="0 0 1 1"')],
    ['a size of letters', root('width="large" height="1e999999"')],
    [
      'transforms of NaN',
      sampleSvg('<g transform="matrix(NaN 1e308 0 0 Infinity 0)"><rect width="9" height="9"/></g>'),
    ],
    [
      'a transform of a million',
      sampleSvg(`<g transform="${'rotate(1) '.repeat(100_000)}"><rect width="9" height="9"/></g>`),
    ],
    ['UTF-16', Buffer.from(`\ufeff<svg ${NAMESPACES} width="9" height="9"/>`, 'utf16le')],
    [
      'Latin 1 that says UTF-8',
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?><svg ${NAMESPACES} width="9" height="9"><text>\xff\xfe\xe4</text></svg>`,
        'latin1',
      ),
    ],
    ['control characters', sampleSvg('<text>\x00\x01\x1f</text>')],
    ['references to characters that are none', sampleSvg('<text>&#0;&#x110000;&#xd800;</text>')],
    ['no namespace', text('<svg width="9" height="9"><rect width="9" height="9"/></svg>')],
    [
      'another namespace',
      text('<svg xmlns="http://example.com/" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['tags that do not fit', sampleSvg('<g><rect></g></rect>')],
    ['an attribute twice', sampleSvg('<rect width="9" width="9"/>')],
    ['it ends in a tag', text(`<svg ${NAMESPACES} width="9" height="9"><rect wid`)],
    ['two roots', text(`<svg ${NAMESPACES} width="9" height="9"/><svg ${NAMESPACES}/>`)],
    ['only a root', root('', '')],
    ['a script behind it', text(`<svg ${NAMESPACES} width="9" height="9"/><script>while(1);</script>`)],
    ['text of 300,000 letters', sampleSvg(`<text y="20">${'Aa '.repeat(100_000)}</text>`)],
    ['20,000 texts', sampleSvg('<text y="20">Hello</text>'.repeat(20_000))],
    [
      'a text of 20,000 pieces',
      sampleSvg(`<text y="20">${'<tspan dx="1" rotate="9">a</tspan>'.repeat(20_000)}</text>`),
    ],
    [
      'texts on a path of 10,000 curves',
      sampleSvg(
        `<path id="a" d="M0 0${'c1 9 9 1 5 5'.repeat(10_000)}"/>${'<text><textPath href="#a">Hello world</textPath></text>'.repeat(20)}`,
      ),
    ],
    ['a letter with 5,000 marks', sampleSvg(`<text y="20">a${'\u0301'.repeat(5000)}</text>`)],
    [
      'a text that is stroked in dashes',
      large(`<text y="900" font-size="900" stroke="red" stroke-dasharray="0.1">${'Og'.repeat(30)}</text>`),
    ],
    ['letters of 1,000,000 pixels', large('<text y="900" font-size="1000000">Og</text>')],
  ];
}

/** SVG files beside those that stand with the samples, each made to take time or memory, or broken. */
export const moreHostileSvgs = (): readonly Bomb[] => [
  ...entities(),
  ...references(),
  ...filters(),
  ...paths(),
  ...outside(),
  ...written(),
];
