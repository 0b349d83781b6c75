const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** Builds an SVG file with the given content. */
export function sampleSvg(inside: string, attributes = 'width="48" height="32"', before = ''): Uint8Array {
  return new Uint8Array(Buffer.from(`${before}<svg ${NAMESPACES} ${attributes}>${inside}</svg>`));
}

const filtered = (filter: string) =>
  sampleSvg(
    `<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter><rect width="1500" height="1500" filter="url(#f)"/>`,
    'width="1500" height="1500"',
  );

/** Builds nested elements. Each element uses the previous one twice. */
function doubled(times: number, element: (inside: string, index: number) => string): string {
  return Array.from({ length: times }, (_, index) =>
    element(`<use href="#e${index}"/><use xlink:href="#e${index}"/>`, index + 1),
  ).join('');
}

/** A document type with nested entities. Each entity contains the previous one ten times. */
const LAUGHS = `<!DOCTYPE svg [<!ENTITY e0 "ha">${Array.from(
  { length: 12 },
  (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
).join('')}]>`;

/** SVG files that try to exhaust time or memory, to read outside the file, or to run code. */
export const hostileSvgs: Readonly<Record<string, () => Uint8Array>> = {
  'nested entities': () => sampleSvg('<text>&e12;</text>', undefined, LAUGHS),
  'a recursive entity': () => sampleSvg('&a;', undefined, '<!DOCTYPE svg [<!ENTITY a "&a;">]>'),
  'an external entity': () =>
    sampleSvg('<text>&a;</text>', undefined, '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
  'a large entity, repeated': () =>
    sampleSvg(
      `<text>${'&a;'.repeat(20_000)}</text>`,
      undefined,
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(20_000)}">]>`,
    ),
  'external pictures': () =>
    sampleSvg(
      '<image href="file:///etc/passwd" width="9" height="9"/><image href="/etc/passwd" width="9" height="9"/><image xlink:href="http://127.0.0.1:1/a.png" width="9" height="9"/>',
    ),
  'an external style sheet and font': () =>
    sampleSvg(
      '<style>@import url(http://127.0.0.1:1/a.css); @font-face { font-family: a; src: url(file:///etc/passwd); }</style><text font-family="a" y="20">a</text>',
    ),
  scripts: () =>
    sampleSvg(
      '<script>while (true);</script><rect width="9" height="9" onload="while (true);"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="file:///etc/passwd"/></foreignObject>',
    ),
  'nested uses': () =>
    sampleSvg(
      `<g id="e0"><rect width="1" height="1"/></g>${doubled(30, (inside, index) => `<g id="e${index}">${inside}</g>`)}`,
    ),
  'a recursive use': () => sampleSvg('<g id="a"><use href="#a"/></g>'),
  'nested patterns': () =>
    sampleSvg(
      `${Array.from(
        { length: 12 },
        (_, index) =>
          `<pattern id="p${index}" width="0.01" height="0.01"><rect width="9" height="9" fill="url(#p${index + 1})"/></pattern>`,
      ).join('')}<rect width="48" height="32" fill="url(#p0)"/>`,
    ),
  'a pattern of tiny tiles': () =>
    sampleSvg(
      '<pattern id="p" width="1e-9" height="1e-9" patternUnits="userSpaceOnUse"><path d="M0 0h1v1z"/></pattern><rect width="48" height="32" fill="url(#p)"/>',
    ),
  'nested masks': () =>
    sampleSvg(
      `${Array.from(
        { length: 40 },
        (_, index) =>
          `<mask id="m${index}"><g mask="url(#m${index + 1})"><rect width="48" height="32" fill="#fff" mask="url(#m${index + 1})"/></g></mask>`,
      ).join('')}<rect width="48" height="32" mask="url(#m0)"/>`,
    ),
  'nested clips': () =>
    sampleSvg(
      `${Array.from(
        { length: 40 },
        (_, index) =>
          `<clipPath id="c${index}" clip-path="url(#c${index + 1})"><rect width="48" height="32" clip-path="url(#c${index + 1})"/></clipPath>`,
      ).join('')}<rect width="48" height="32" clip-path="url(#c0)"/>`,
    ),
  'nested groups': () => sampleSvg(`${'<g opacity="0.9">'.repeat(100_000)}${'</g>'.repeat(100_000)}`),
  'many nested layers': () =>
    sampleSvg(
      `${'<g opacity="0.9">'.repeat(900)}<rect width="4000" height="4000"/>${'</g>'.repeat(900)}`,
      'width="4000" height="4000"',
    ),
  'a million elements': () => sampleSvg('<rect width="1" height="1"/>'.repeat(1_200_000)),
  'many attributes': () =>
    sampleSvg(`<g ${Array.from({ length: 60 }, (_, at) => `a${at}=""`).join(' ')}/>`.repeat(90_000)),
  'many texts': () => sampleSvg(`<g>${'x<!---->'.repeat(5_000_000)}</g>`),
  'a path of a million arcs': () => sampleSvg(`<path d="M0 0${'a9 9 0 1 1 5 5'.repeat(300_000)}"/>`),
  'tiny dashes': () => sampleSvg('<path d="M0 0H1e9" stroke="#000" stroke-dasharray="1e-6 1e-6"/>'),
  'wide strokes': () => sampleSvg('<path d="M0 0L1e30 1e30L-1e30 5" stroke="#000" stroke-width="1e30"/>'),
  'an endless blur': () => filtered('<feGaussianBlur stdDeviation="1e30"/>'),
  'many blurs': () => filtered('<feGaussianBlur stdDeviation="400"/>'.repeat(200)),
  'turbulence of many octaves': () => filtered('<feTurbulence baseFrequency="0.9" numOctaves="2000000000"/>'),
  'a wide morphology': () => filtered('<feMorphology operator="dilate" radius="700"/>'),
  'a large convolution': () => filtered(`<feConvolveMatrix order="101" kernelMatrix="${'1 '.repeat(101 * 101)}"/>`),
  'a huge size': () => sampleSvg('', 'width="1e30" height="1e30"'),
  'the largest size': () => sampleSvg('<rect width="99999" height="99999"/>', 'width="8192" height="6103"'),
  'a size near zero': () => sampleSvg('', 'width="1e-30" height="1e-30"'),
  'nested pictures': () => {
    const inside = (svg: Uint8Array) =>
      `<image width="48" height="32" href="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"/>`;
    let svg = sampleSvg('<rect width="48" height="32"/>');
    for (let depth = 0; depth < 12; depth++) svg = sampleSvg(inside(svg));
    return svg;
  },
  'a picture of zeros': () =>
    sampleSvg(`<image width="48" height="32" href="data:image/png;base64,${'A'.repeat(4_000_000)}"/>`),
  'a very long text': () => sampleSvg(`<text y="20">${'שלום Hello '.repeat(100_000)}</text>`),
  'letters on a path': () =>
    sampleSvg(
      `<path id="a" d="M0 0h1e30"/><text font-size="1e-9"><textPath href="#a">${'a'.repeat(50_000)}</textPath></text>`,
    ),
  'huge letters': () => sampleSvg('<text font-size="1e30" y="20">Aa</text>'),
  'invalid numbers': () =>
    sampleSvg('<rect width="NaN" height="Infinity" x="1e999"/>', 'width="48" height="32" viewBox="NaN 0 1e999 5"'),
  'huge transforms': () =>
    sampleSvg('<g transform="scale(1e30) scale(1e30) rotate(1e30)"><rect width="1" height="1" stroke="#000"/></g>'),
  'a style of a million rules': () =>
    sampleSvg(`<style>${'a b c > d { fill: red } '.repeat(50_000)}</style><rect width="9" height="9"/>`),
};
