import { deflateSync } from 'node:zlib';
import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { type Bomb, pngOf, zeros } from './bombs.ts';
import { filters, paths } from './hostile-svg-paints.ts';
import { entities, references, tree } from './hostile-svg-references.ts';
import { written } from './hostile-svg-writing.ts';
import { data, filtered, NAMESPACES, picture, text } from './svg-parts.ts';

/** SVG files with external references and embedded pictures. */
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

/** Further SVG files that use much time or memory, or that are broken. `svg-samples.ts` contains the others. */
export const moreHostileSvgs = (): readonly Bomb[] => [
  ...entities(),
  ...references(),
  ...filters(),
  ...paths(),
  ...outside(),
  ...written(),
];
