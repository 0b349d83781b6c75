import type { Bomb } from './bombs.ts';
import { times } from './hostile-font-tables.ts';
import { data, filtered, large, picture } from './svg-parts.ts';

/** Filters with many steps, with a wide reach, or without an end. */
export function filters(): readonly Bomb[] {
  const light = '<feDistantLight azimuth="9" elevation="9"/>';
  return [
    ['60 blurs', filtered('<feGaussianBlur stdDeviation="20"/>'.repeat(60))],
    ['turbulence of nine octaves', filtered('<feTurbulence baseFrequency="0.05" numOctaves="9"/>')],
    ['ten turbulences', filtered('<feTurbulence baseFrequency="0.05" numOctaves="4"/>'.repeat(10))],
    [
      'turbulence that joins its edges',
      filtered('<feTurbulence baseFrequency="1e-9 1e9" numOctaves="60" stitchTiles="stitch" seed="1e30"/>'),
    ],
    ['a morphology of 40', filtered('<feMorphology operator="dilate" radius="40"/>')],
    ['a morphology of 1e9', filtered('<feMorphology operator="erode" radius="1e9"/>')],
    ['ten morphologies of 9', filtered('<feMorphology operator="dilate" radius="9"/>'.repeat(10))],
    ['a convolution of 15', filtered(`<feConvolveMatrix order="15" kernelMatrix="${'1 '.repeat(225)}"/>`)],
    [
      'a convolution of 3, forty times',
      filtered(`<feConvolveMatrix order="3" kernelMatrix="${'1 '.repeat(9)}"/>`.repeat(40)),
    ],
    ['a convolution that lies', filtered('<feConvolveMatrix order="1e9" kernelMatrix="1"/>')],
    [
      '40 lights',
      filtered(`<feSpecularLighting surfaceScale="9" specularExponent="99">${light}</feSpecularLighting>`.repeat(40)),
    ],
    [
      '40 displacements',
      filtered('<feDisplacementMap in="SourceGraphic" in2="SourceGraphic" scale="900"/>'.repeat(40)),
    ],
    ['60 matrices of colour', filtered('<feColorMatrix type="hueRotate" values="9"/>'.repeat(60))],
    [
      '60 transfers',
      filtered(
        `<feComponentTransfer><feFuncR type="table" tableValues="${'0 1 '.repeat(5000)}"/></feComponentTransfer>`.repeat(
          60,
        ),
      ),
    ],
    ['60 tiles', filtered('<feTile/>'.repeat(60))],
    ['a merge of 300', filtered(`<feMerge>${'<feMergeNode in="SourceGraphic"/>'.repeat(300)}</feMerge>`)],
    [
      '60 floods and composites',
      filtered('<feFlood/><feComposite in2="SourceGraphic" operator="arithmetic" k1="1" k2="1"/>'.repeat(30)),
    ],
    ['60 shadows', filtered('<feDropShadow stdDeviation="9" dx="9"/>'.repeat(60))],
    [
      'a picture of the whole in a filter',
      filtered(
        picture(data('image/svg+xml', large('<rect width="9" height="9"/>')))
          .replace('<image', '<feImage')
          .repeat(20),
      ),
    ],
    [
      'a filter of its own element',
      filtered('<feImage href="#r"/>', '', '<rect id="r" width="1500" height="1500" filter="url(#f)"/>'),
    ],
    [
      '300 filtered shapes',
      filtered(
        '<feGaussianBlur stdDeviation="9"/>',
        '',
        '<rect width="1500" height="1500" filter="url(#f)"/>'.repeat(300),
      ),
    ],
    [
      '20,000 small filtered shapes',
      filtered(
        '<feGaussianBlur stdDeviation="3"/>',
        '',
        '<rect width="20" height="20" filter="url(#f)"/>'.repeat(20_000),
      ),
    ],
    [
      'filtered groups in one another',
      filtered(
        '<feGaussianBlur stdDeviation="9"/>',
        '',
        `${'<g filter="url(#f)">'.repeat(60)}<rect width="1500" height="1500"/>${'</g>'.repeat(60)}`,
      ),
    ],
    [
      'a region without end',
      filtered(
        '<feGaussianBlur stdDeviation="9"/>',
        'filterUnits="userSpaceOnUse" x="-1e9" y="-1e9" width="1e30" height="1e30"',
      ),
    ],
    [
      'a region of a million',
      filtered(
        '<feTurbulence baseFrequency="0.1"/>',
        'filterUnits="userSpaceOnUse" x="-5e5" y="-5e5" width="1e6" height="1e6"',
      ),
    ],
    ['filters by name: 60', large(`<rect width="1500" height="1500" filter="${'blur(20px) '.repeat(60)}"/>`)],
    [
      'a shadow by name without end',
      large('<rect width="1500" height="1500" filter="drop-shadow(1e9px 1e9px 1e30px red)"/>'),
    ],
    [
      'a filter by a style',
      large(
        '<style>rect { filter: url(#f) }</style><filter id="f"><feTurbulence baseFrequency="0.05" numOctaves="60"/></filter><rect width="1500" height="1500"/>',
      ),
    ],
    [
      'a filter enlarged a million times',
      large(
        '<filter id="f"><feMorphology radius="1"/></filter><g transform="scale(1000)"><rect width="9" height="9" filter="url(#f)"/></g>',
      ),
    ],
  ];
}

/** Endless lines, strokes, and dashes. */
export function paths(): readonly Bomb[] {
  const dashed = (d: string, dash: string) =>
    large(`<path d="${d}" fill="none" stroke="#000" stroke-dasharray="${dash}"/>`);
  const zigzag = (count: number, high: number) =>
    `M0 0${times(count, (at) => `L${at % 1400} ${at % 2 === 0 ? high : 0}`).join('')}`;
  return [
    ['20,000 lines up and down', large(`<path d="${zigzag(20_000, 1500)}"/>`)],
    ['100,000 lines up and down', large(`<path d="${zigzag(100_000, 1500)}"/>`)],
    [
      '20,000 strokes up and down',
      large(`<path d="${zigzag(20_000, 1500)}" fill="none" stroke="red" stroke-width="9" stroke-linejoin="round"/>`),
    ],
    ['20,000 shapes over the whole', large('<path d="M0 0h1500v1500h-1500z" opacity="1"/>'.repeat(20_000))],
    [
      '20,000 curves of a gradient',
      large(
        `<radialGradient id="g"><stop/></radialGradient>${'<path d="M0 0C900 0 0 900 1500 1500z" fill="url(#g)"/>'.repeat(20_000)}`,
      ),
    ],
    ['dashes of a hundredth', dashed('M0 0H1500', '0.01')],
    ['dashes of a tenth around a long way', dashed(zigzag(3000, 1500), '0.1 0.1')],
    ['dashes of 1e-30', dashed('M0 0H1500', '1e-30')],
    ['dashes of nothing and below nothing', dashed('M0 0H1500', '0 0 -1')],
    ['100,000 dashes', dashed('M0 0H1500', '1 '.repeat(100_000))],
    [
      'circles that are dashed',
      large(`<circle r="700" cx="700" cy="700" stroke="red" stroke-dasharray="0.05" fill="none"/>`.repeat(100)),
    ],
    [
      'a stroke of 1e9 around curves',
      large(`<path d="M0 0${'c9 99 99 9 9 9'.repeat(5000)}" stroke="red" stroke-width="1e9"/>`),
    ],
    ['numbers of 1e308', large('<path d="M1e308 1e308L-1e308 1e308 1e308-1e308z" stroke="red" stroke-width="1e308"/>')],
    ['arcs of a huge radius', large(`<path d="M0 0${'A1e9 1e9 0 1 1 9 9A1e-9 1e9 45 0 0 0 0'.repeat(5000)}"/>`)],
    [
      '60,000 arcs whose figures stand together',
      large(`<path d="M0 700${'A700 700 0 111400 700A700 700 0 110 700'.repeat(30_000)}"/>`),
    ],
    [
      '100,000 dashes of 1,000 lines',
      large(`<g stroke="red" stroke-dasharray="${'1 '.repeat(100_000)}">${'<path d="M0 0H1500"/>'.repeat(1000)}</g>`),
    ],
    [
      'a path of a megabyte, 1,000 times',
      large(`<path id="a" d="M0 0${'h1v1'.repeat(250_000)}"/>${'<use href="#a"/>'.repeat(1000)}`),
    ],
    ['path data that is none', large('<path d="M0 0L Q z 9 9 9 X"/>')],
    ['path data of 20 MiB', large(`<path d="M0 0${'h1v1'.repeat(5 * 2 ** 20)}"/>`)],
    [
      'a polygon of 500,000 corners',
      large(`<polygon points="${times(500_000, (at) => `${at % 1500},${(at * 7) % 1500}`).join(' ')}"/>`),
    ],
    ['10,000 circles', large('<circle r="700" cx="700" cy="700" stroke="red"/>'.repeat(10_000))],
    ['rounded boxes of a radius without end', large('<rect width="900" height="900" rx="1e30" ry="NaN"/>')],
  ];
}
