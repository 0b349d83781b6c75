import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import type { Bomb } from './bombs.ts';
import { times } from './hostile-font-tables.ts';
import { large, NAMESPACES, text } from './svg-parts.ts';

/** Structures, styles, sizes, and texts beyond any real drawing. */
export function written(): readonly Bomb[] {
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
    ['1,000,000 rules', rules((at) => `.c${at}`, 1_000_000, 1)],
    ['1,000,000 names of a rule', sampleSvg(`<style>${times(1_000_000, (at) => `.c${at},`).join('')}a{}</style>`)],
    ['20,000 rules', rules((at) => `.c${at}`, 20_000, 1)],
    ['a rule of 20,000 declarations', sampleSvg(`<style>rect{${'fill:red;'.repeat(20_000)}}</style>`)],
    [
      'a rule of 5,000 declarations for 20,000 shapes',
      sampleSvg(`<style>*{${'a:b;'.repeat(5000)}}</style>${'<g/>'.repeat(20_000)}`),
    ],
    ['a style of 20,000 declarations', sampleSvg(`<rect style="${'fill:red;'.repeat(20_000)}" width="9" height="9"/>`)],
    [
      '120,000 shapes in 290 groups',
      sampleSvg(`${'<g fill="red">'.repeat(290)}${'<path d="M0 0h9v9z"/>'.repeat(120_000)}${'</g>'.repeat(290)}`),
    ],
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
    ['a size of a million figures', root(`width="${'9'.repeat(1_000_000)}!" height="9"`)],
    ['a size of a million spaces', root(`width="9${' '.repeat(1_000_000)}!" height="9"`)],
    ['a size of letters', root('width="large" height="1e999999"')],
    [
      'transforms of NaN',
      sampleSvg('<g transform="matrix(NaN 1e308 0 0 Infinity 0)"><rect width="9" height="9"/></g>'),
    ],
    [
      'a transform of a million',
      sampleSvg(`<g transform="${'rotate(1) '.repeat(100_000)}"><rect width="9" height="9"/></g>`),
    ],
    ['a transform that opens 100,000 times', sampleSvg(`<g transform="${'scale('.repeat(100_000)}"/>`)],
    ['a filter of a word of 200,000 letters', sampleSvg(`<g filter="${'a'.repeat(200_000)}"/>`)],
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
