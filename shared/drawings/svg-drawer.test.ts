import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readableColors } from './images/svg-colors.ts';
import { svgTree } from './images/svg-elements.ts';
import { unsupportedFeatures } from './images/svg-features.ts';
import { declaredEncoding, isUtf16Svg, latin1, svgRoot, withFontSize } from './images/svg-root.ts';
import { createSvgRenderer, SVG_RENDERER, type SvgRendererExports, svgRendererName } from './svg-drawer.ts';
import { bundledOrSample } from './testing/open-kit.ts';
import { sampleSvg } from './testing/svg-samples.ts';

const bytes = readFileSync(path.resolve(import.meta.dirname, '../../build/svg-drawer/svg-drawer.wasm'));
const module = await WebAssembly.compile(bytes);
const renderer = await createSvgRenderer(
  () => new WebAssembly.Instance(module).exports as unknown as SvgRendererExports,
  () => Promise.resolve(null),
);

/** Draws an SVG with 48 × 32 pixels. Returns a function that returns the red, green, blue, and alpha of a pixel. */
function drawing(inside: string, attributes?: string) {
  const raster = renderer.rasterize(sampleSvg(inside, attributes), { width: 48, height: 32 });
  if ('of' in raster) throw new Error(raster.of);
  return (x: number, y: number) => [...raster.rgba.subarray(4 * (y * 48 + x), 4 * (y * 48 + x) + 4)];
}

test('the module has the recorded digest and no imports', () => {
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(SVG_RENDERER.sha256);
  expect(WebAssembly.Module.imports(module)).toEqual([]);
});

const RED = [255, 0, 0, 255];
const GREEN = [0, 128, 0, 255];
const NONE = [0, 0, 0, 0];
const gradient = (inside: string) =>
  `<linearGradient id="a"><stop stop-color="#f00"/></linearGradient><radialGradient id="r" fr="1"><stop stop-color="#f00"/></radialGradient>${inside}`;

describe('a drawn feature', () => {
  test.each([
    ['a quoted reference', gradient(`<rect width="48" height="32" fill="url('#a')"/>`), 20, 20, RED],
    [
      'a quoted reference in a style sheet',
      `<style>rect { fill: url("#a") }</style>${gradient('<rect width="48" height="32"/>')}`,
      20,
      20,
      RED,
    ],
    [
      'an important declaration',
      '<style>.a { fill: #f00 !important } #b { fill: #00f }</style><rect id="b" class="a" width="48" height="32"/>',
      20,
      20,
      RED,
    ],
    [
      'currentColor',
      '<g fill="currentColor" color="#00f"><rect color="#f00" width="48" height="32" fill="currentColor"/></g>',
      20,
      20,
      RED,
    ],
    [
      'transform-origin',
      '<rect x="30" y="10" width="8" height="8" fill="#f00" transform="scale(2)" transform-origin="34 14"/>',
      27,
      7,
      RED,
    ],
    ['a nested svg with opacity', '<svg opacity="0"><rect width="48" height="32"/></svg>', 20, 20, NONE],
    [
      'the type of a mask in a style',
      '<mask id="m" style="mask-type:alpha"><rect width="48" height="32" fill="#000"/></mask><rect width="48" height="32" fill="#f00" mask="url(#m)"/>',
      20,
      20,
      RED,
    ],
    [
      'href before xlink:href',
      gradient(
        '<rect id="g" width="48" height="32" fill="green"/><rect id="h" width="9" height="9" y="90"/><use href="#g" xlink:href="#h"/>',
      ),
      20,
      20,
      GREEN,
    ],
    ['decimals in rgb()', '<rect width="48" height="32" fill="rgb(254.8, 0.4, 0)"/>', 20, 20, RED],
    [
      'context-fill in a marker',
      '<marker id="k" markerWidth="20" markerHeight="20" refX="10" refY="10" markerUnits="userSpaceOnUse"><rect width="20" height="20" fill="context-fill"/></marker><path d="M24 16h0.1" fill="#f00" marker-start="url(#k)"/>',
      24,
      16,
      RED,
    ],
  ])('is drawn: %s', (_, inside, x, y, color) => {
    expect(drawing(inside)(x, y)).toEqual(color);
  });
});

const noPause = () => Promise.resolve();

/** Draws a file after converting its colors. Returns the color of a pixel. */
function converted(inside: string) {
  const { bytes: svg } = readableColors(sampleSvg(inside));
  const raster = renderer.rasterize(svg, { width: 48, height: 32 });
  if ('of' in raster) throw new Error(raster.of);
  return [...raster.rgba.subarray(0, 4)];
}

describe('a color of CSS Color 4', () => {
  test.each([
    ['rgb(255 0 0 / 50%)', [128, 0, 0, 128]],
    ['rgba(100%, 0%, 0%, 50%)', [128, 0, 0, 128]],
    ['hsl(0 100% 50% / 80%)', [204, 0, 0, 204]],
    ['hsl(120deg 100% 25%)', GREEN],
    ['hsl(0.5turn none 100%)', [255, 255, 255, 255]],
    ['hwb(240 0% 0%)', [0, 0, 255, 255]],
    ['hwb(0 60% 60%)', [128, 128, 128, 255]],
    // Reference values are from the tests of CSS Color 4 (web-platform-tests, css/css-color).
    ['lab(46.277% -47.562 48.583)', GREEN],
    ['lch(46.277% 67.989 134.391)', GREEN],
    ['oklab(51.975% -0.1403 0.10768)', GREEN],
    ['oklch(51.975% 0.17686 142.495)', GREEN],
    ['color(display-p3 0.21604 0.49418 0.13151)', GREEN],
    ['color(srgb-linear 0 0.21586 0)', GREEN],
    ['color(srgb 0 50.196% 0 / 1)', GREEN],
    ['color(display-p3 1 0 0)', RED],
    ['rebeccapurple', [102, 51, 153, 255]],
  ])('%s is drawn in attributes, styles, and style sheets', (color, pixel) => {
    const rect = (attributes: string) => `<rect width="48" height="32" ${attributes}/>`;
    expect(converted(rect(`fill="${color}"`))).toEqual(pixel);
    expect(converted(rect(`fill="blue" style='opacity:1;fill : ${color}'`))).toEqual(pixel);
    expect(converted(`<style>/* a */ rect{fill:blue;fill:${color} !important}</style>${rect('')}`)).toEqual(pixel);
    expect(converted(`<style><![CDATA[rect{fill:${color}}]]></style>${rect('')}`)).toEqual(pixel);
  });

  test.each([
    [
      '<rect width="48" height="32" fill="red" style="fill:red;fill:color-mix(in srgb, rgb(0 0 255), lime)"/>',
      'color-mix()',
    ],
    ['<style>rect{fill:red;fill:color(from blue srgb r g b)}</style><rect width="48" height="32"/>', 'color()'],
    ['<g fill="red"><rect width="48" height="32" fill="light-dark(white, blue)"/></g>', 'light-dark()'],
    ['<rect width="48" height="32" fill="#f00" style="fill:oklch(a b c)"/>', 'oklch()'],
    ['<rect width="48" height="32" fill="#f00" style="fill:hwb(1, 2%, 3%)"/>', 'hwb()'],
    ['<rect width="48" height="32" fill="#f00" style="fill:hsl(120, 50, 50)"/>', 'hsl()'],
    ['<rect width="48" height="32" fill="#f00" style="fill:rgb(0, 50%, 0, 50%)"/>', 'rgb()'],
    ['<rect width="48" height="32" fill="#f00" style="fill:rgb(0, 50%, 0)"/>', 'rgb()'],
  ])('an earlier declaration replaces an unreadable one: %s', (inside, name) => {
    expect(converted(inside)).toEqual(RED);
    expect(readableColors(sampleSvg(inside)).dropped).toEqual([name]);
  });

  test.each([
    ['<g fill="red"><rect width="48" height="32" fill="bleu"/></g>', RED, ['fill bleu']],
    ['<g fill="red"><rect width="48" height="32" fill="ff0000"/></g>', RED, ['fill ff0000']],
    ['<g fill="red"><rect width="48" height="32" fill=""/></g>', RED, []],
    ['<g fill="red"><rect width="48" height="32" fill="blue !important"/></g>', RED, ['fill blue !important']],
    ['<rect width="48" height="32" style="fill:green;fill:#12345 !important"/>', GREEN, ['fill #12345 !important']],
    [
      '<style>rect{fill:green}rect{fill:url(#a) bleu}</style><rect width="48" height="32"/>',
      GREEN,
      ['fill url(#a) bleu'],
    ],
    ['<g fill="none"><rect width="48" height="32" fill="none none"/></g>', NONE, ['fill none none']],
    ['<g fill="red"><rect width="48" height="32" style="fill:blue;fill:unset"/></g>', RED, []],
    ['<g color="red"><rect width="48" height="32" color="none" fill="currentColor"/></g>', RED, ['color none']],
    ['<rect width="48" height="32" fill="/* a */red"/>', RED, []],
    [gradient('<rect width="48" height="32" fill="url(#a)" stroke="blau"/>'), RED, ['stroke blau']],
    [
      '<linearGradient id="b"><stop style="stop-color:red;stop-color:none"/></linearGradient><rect width="48" height="32" fill="url(#b)"/>',
      RED,
      ['stop-color none'],
    ],
  ])('an invalid value is ignored, as in browsers: %s', (inside, pixel, dropped) => {
    expect(converted(inside)).toEqual(pixel);
    expect(readableColors(sampleSvg(inside)).dropped).toEqual(dropped);
  });

  // With quadratic patterns, each of these would take minutes.
  test.each([
    ['references', `url(${' '.repeat(200_000)}`, []],
    ['a color profile', `#fff${' '.repeat(200_000)}icc-color`, [`fill #fff${' '.repeat(200_000)}icc-color`]],
    ['comments', '/*'.repeat(100_000), []],
    ['quotes', `"'`.repeat(100_000), []],
    ['digits', `rgb(${'1'.repeat(200_000)}x 0 0)`, ['rgb()']],
    ['spaces', `rgb(1${' '.repeat(100_000)}2${' '.repeat(100_000)}x)`, ['rgb()']],
    ['spaces before an angle', `hsl(${' '.repeat(200_000)}1${' '.repeat(200_000)}x)`, ['hsl()']],
    ['nested functions', 'lab('.repeat(100_000), []],
    ['not a number', 'rgb(NaN 0 0)', ['rgb()']],
    ['an infinite number', 'rgb(1e999 0 0)', ['rgb()']],
    ['a calculation', 'rgb(calc(1 + 1) 0 0)', ['rgb()']],
  ])('is read in hostile text in linear time: %s', (_, color, dropped) => {
    const attribute = readableColors(sampleSvg(`<rect fill="${color}"/>`));
    const style = readableColors(sampleSvg(`<rect style="fill:${color}"/>`));
    expect([attribute.dropped, style.dropped]).toEqual([dropped, dropped]);
  });

  test('can be the keyword currentColor in any case', () => {
    for (const written of ['currentcolor', 'CURRENTCOLOR']) {
      const svg = sampleSvg(`<rect fill="${written}" style="stroke: ${written}"/>`);
      const read = sampleSvg('<rect fill="currentColor" style="stroke: currentColor"/>');
      expect(readableColors(svg).bytes).toEqual(read);
    }
  });

  test('files without new colors keep their bytes and renderer name', async () => {
    for (const inside of [
      '<rect fill="rgb(1, 2, 3)" stroke="hsl(1, 2%, 3%)"/>',
      '<text id="oklch(0.5 0.1 20)" font-size="9">rgb(1 2 3 / 50%)</text><!-- <rect fill="lab(1 2 3)"/> -->',
      '<rect style="fill: rgb(var(--c) 0 0)"/>',
      '<rect fill="currentColor" id="currentcolor" style="stroke: currentColor"/>',
      '<rect fill="url(#a) #fff" stroke="context-fill"/><rect fill="url( \'#a b\' ) none" stroke="CanvasText"/>',
      '<style>rect{fill:url("data:a;b");stroke:RED !important;/*color:1;fill:2*/stop-color:#1234}</style>',
      '<rect fill="&red;" style="fill:\\72 ed" stroke="#123 icc-color(a, 0.1)"/>',
      '<animate attributeName="x" fill="freeze"/><s:set xmlns:s="a" fill="remove"/>',
    ]) {
      const svg = sampleSvg(inside);
      expect(readableColors(svg).bytes).toBe(svg);
      expect(await svgRendererName(svg, noPause)).toBe('resvg 0.48.1');
    }
    for (const [inside, version] of [
      ['<rect fill="lab(1 2 3)"/>', 1],
      ['<rect fill="currentcolor"/>', 2],
      ['<rect fill="lab(1 2 3)" style="stroke:CURRENTCOLOR"/>', 2],
      ['<rect fill="CURRENTCOLOR" stroke="bleu"/>', 3],
      ['<rect fill=""/>', 3],
    ])
      expect(await svgRendererName(sampleSvg(`${inside}`), noPause)).toBe(`resvg 0.48.1, colors ${version}`);
  });

  const OLD = 'fill:rgba(1,2,3,0.5)';
  test.each([
    ['elements', `<rect style="${OLD}"/>`.repeat(60_000)],
    ['attributes', `<rect${` ${OLD.replace(':', '="')}"`.repeat(60_000)}/>`],
    ['a style sheet', `<style>${`a{${OLD}}`.repeat(60_000)}</style>`],
    ['other content', `<path d="${'0 1 '.repeat(400_000)}"/>`],
  ])('the renderer name of a large file is determined in steps: %s', async (_, inside) => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const svg = sampleSvg(inside);
    expect(await svgRendererName(svg, pause)).toBe('resvg 0.48.1');
    expect(pauses).toBeGreaterThanOrEqual((inside.includes('rgba') ? 2 : 1) * Math.floor(svg.length / 2 ** 18) - 1);
  });

  test('is converted at any offset of a large file', () => {
    const padding = 'a{b:c}'.repeat(50_000);
    for (let offset = 2 ** 18 - 80; offset < 2 ** 18 + 20; offset++) {
      const svg = sampleSvg(`<style>${padding.slice(0, offset)}}a{fill:rebeccapurple;stroke:lab(0 0 0)}</style>`);
      const { bytes: read } = readableColors(svg);
      expect(latin1(read)).toContain('a{fill:rgb(102, 51, 153);stroke:rgb(0, 0, 0)}');
    }
  });
});

// With quadratic patterns, each of these would take minutes.
test.each([
  ['spaces', `<rect opacity="a${' '.repeat(300_000)}b"/>`, []],
  ['rules without a block', `<style>${'@a'.repeat(150_000)}</style>`, ['@a']],
  ['selectors without a block', `<style>${':a'.repeat(50_000)}</style>`, []],
  ['siblings without a block', `<style>${'~'.repeat(300_000)}</style>`, []],
  ['brackets', `<style>${'['.repeat(300_000)}{}</style>`, []],
])('the features of hostile text are read in linear time: %s', (_, inside, found) => {
  expect(features(inside)).toEqual(found);
});

describe('text', () => {
  const withFonts = createSvgRenderer(
    () => new WebAssembly.Instance(module).exports as unknown as SvgRendererExports,
    (digest) => Promise.resolve(bundledOrSample(digest)),
  );
  /** Returns the number of pixels that are not transparent. */
  const inkOf = async (svg: Uint8Array) => {
    const raster = (await withFonts).rasterize(svg, { width: 48, height: 32 });
    return 'of' in raster ? null : raster.rgba.filter((value, index) => index % 4 === 3 && value > 0).length;
  };

  test('the fonts have Latin, Hebrew, and emoji, and no Chinese characters', async () => {
    const { hasGlyph } = await withFonts;
    const has = (character: string) => hasGlyph(character.codePointAt(0) ?? 0);
    expect(['A', 'é', 'ש', '😀', '中', '\u0092'].map(has)).toEqual([true, true, true, true, false, false]);
  });

  test('the text of an SVG image in base64 is drawn', async () => {
    const svg = sampleSvg(`<image width="48" height="32" href="${embedded('<text y="20" font-size="20">A</text>')}"/>`);
    expect(await inkOf(svg)).toBeGreaterThan(30);
    expect(await svgRendererName(svg, noPause)).toBe('resvg 0.48.1, text 1');
  });

  test('a text without a font has the default size of browsers', async () => {
    const svg = sampleSvg('<text y="20">A</text>');
    const root = svgRoot(svg);
    const sized = root && withFontSize(svg, root);
    expect(sized && (await inkOf(sized))).toBe(await inkOf(sampleSvg('<text y="20" font-size="16">A</text>')));
    expect(await svgRendererName(svg, noPause)).toBe('resvg 0.48.1, text 1');
    const mixed = sampleSvg('<g font-size="9"/><text y="20" style="fill: red">A</text>');
    const mixedRoot = svgRoot(mixed);
    const sizedMixed = mixedRoot && withFontSize(mixed, mixedRoot);
    expect(sizedMixed && (await inkOf(sizedMixed))).toBe(
      await inkOf(sampleSvg('<text y="20" font-size="16">A</text>')),
    );
    expect(await svgRendererName(mixed, noPause)).toBe('resvg 0.48.1, text 2');
    const other = sampleSvg('<text y="20" font-size="9">A</text>');
    expect(withFontSize(other, { nameEnd: 4 })).toBe(other);
    expect(await svgRendererName(other, noPause)).toBe('resvg 0.48.1');
  });
});

describe('the SVG drawer', () => {
  test.each([
    [
      'bytes that are not UTF-8',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><text>\xe9</text></svg>', 'latin1'),
      { of: 'encoding', encoding: null },
    ],
    ['a tag that is not closed', sampleSvg('\n<g>'), { of: 'xml', line: 2 }],
    ['301 nested groups', sampleSvg('<g>'.repeat(301) + '</g>'.repeat(301)), { of: 'depth', most: 300 }],
  ])('refuses %s', (_, svg, refusal) => {
    expect(renderer.refusalOf(new Uint8Array(svg))).toEqual(refusal);
  });

  test('draws the next file after a trap', () => {
    const turbulence = '<filter id="f"><feFlood/></filter><rect width="1" height="1" filter="url(#f)"/>';
    expect(renderer.rasterize(sampleSvg(turbulence), { width: 30_000, height: 30_000 })).toMatchObject({
      of: expect.stringMatching(/size|stopped/),
    });
    expect(drawing('<rect width="48" height="32" fill="#f00"/>')(20, 20)).toEqual(RED);
  });

  test.each([
    ['an entity with markup', '<!DOCTYPE svg [<!ENTITY a "<rect/>">]>', 'entities'],
    ['an entity of entities', '<!DOCTYPE svg [<!ENTITY a "&b;">]>', 'entities'],
  ])('refuses %s', (_, before, of) => {
    expect(svgTree(latin1(sampleSvg('', undefined, before)))).toEqual({ ok: false, error: { of } });
  });
});

test.each([
  ['<?xml version="1.0" encoding="Windows-1251"?><svg/>', 'Windows-1251'],
  ["<?xml version='1.0' encoding='iso-8859-1' standalone='no'?><svg/>", 'iso-8859-1'],
  ['<?xml version="1.0" encoding="utf-8"?><svg/>', null],
  ['<svg/>', null],
])('the declared encoding of an SVG is read: %s', (text, encoding) => {
  expect(declaredEncoding(new Uint8Array(Buffer.from(text)))).toBe(encoding);
});

test('an SVG in UTF-16 is recognized even without a byte order mark', () => {
  for (const text of ['\ufeff<svg width="4"/>', '<?xml version="1.0"?><svg width="4"/>'])
    for (const swap of [false, true]) {
      const utf16 = Buffer.from(text, 'utf16le');
      expect(isUtf16Svg(new Uint8Array(swap ? utf16.swap16() : utf16))).toBe(true);
    }
  expect(isUtf16Svg(new Uint8Array(Buffer.from('<movie/>', 'utf16le')))).toBe(false);
});

/** Returns the reported features of a file. */
function features(inside: string): readonly string[] {
  const tree = svgTree(latin1(sampleSvg(inside, 'width="48" height="32" xmlns:inkscape="http://www.inkscape.org"')));
  if (!tree.ok) throw new Error('refused');
  return unsupportedFeatures(tree.value, [], (codePoint) => codePoint < 0x80);
}

const embedded = (inside: string) => `data:image/svg+xml;base64,${Buffer.from(sampleSvg(inside)).toString('base64')}`;

describe('features that are not drawn', () => {
  test.each([
    ['<rect style="fill: var(--c)" width="calc(1px + 2px)"/>', ['calc()', 'var()']],
    ['<rect><animate attributeName="x"/><set/></rect><script>var(x)</script>', ['<animate>', '<set>', '<script>']],
    ['<foreignObject><p style="width: 3vw">A</p></foreignObject>', ['<foreignObject>']],
    [
      '<image href="logo.png"/><image xlink:href="https://a.test/b.png?key=1"/>',
      ['image “logo.png”', 'image “https://a.test/b.png”'],
    ],
    ['<image href="data:image/avif;base64,AAAA"/>', ['image of image/avif']],
    ['<use href="shapes.svg#a"/><rect fill="url(paint.svg#b)"/>', ['<use> of “shapes.svg#a”', 'fill url(paint.svg#b)']],
    ['<style>@import "a.css"; /* @media */ @font-face { font-family: a }</style>', ['@import', '@font-face']],
    ['<path vector-effect="non-scaling-stroke" stroke-linejoin="arcs"/>', ['vector-effect', 'stroke-linejoin arcs']],
    ['<circle r="2vw" fill="oklch(0.5 0.1 20)" clip-path="circle(3px)"/>', ['vw units', 'oklch()', 'clip-path shapes']],
    [
      '<rect fill="rgb(0 128 0 / 50%)" stroke="hsl(120deg 100% 25%)"/>',
      ['fill rgb(0 128 0 / 50%)', 'stroke hsl(120deg 100% 25%)'],
    ],
    [
      '<style>rect:nth-child(2), .a ~ g, [id^="q"] { fill: red }</style>',
      ['selector :nth-child', 'selector ~', 'selector [id^=…]'],
    ],
    ['<style>rect { width: 40px } g { rect { fill: red } }</style>', ['width in a style', 'nested rules']],
    [
      '<rect style="rotate: 45deg; mask: linear-gradient(black, transparent)"/>',
      ['rotate in a style', 'mask with a gradient'],
    ],
    ['<rect style="transform: rotate3d(1, 1, 1, 45deg)"/>', ['rotate3d()']],
    ['<text font-size="9" font-family="\'Ünïcode Sans\', serif">A</text>', ['font “Ünïcode Sans”']],
    ['<text style="font: bold 9px Arial">A</text>', ['font “Arial”']],
    ['<style>text{font:9px/1.2 sans-serif}</style><text font-size="9">A</text>', ['font 9px/1.2 sans-serif']],
    ['<text font-size="9" font-family="monospace">A</text>', ['font “monospace”']],
    ['<g font-family="Noto Sans JP"/>', ['font “Noto Sans JP”']],
    ['<rect fill="bleu" stroke="#12"/>', ['fill bleu', 'stroke #12']],
    ['<stop style="stop-color: Highlight"/>', ['stop-color Highlight']],
    ['<rect fill="url(#a) rouge"/>', ['fill url(#a) rouge']],
    ['<rect fill="#f00 icc-color(a, 1)"/>', ['icc-color()']],
    ['<rect fill="unset" style="opacity: revert"/>', ['fill unset', 'opacity revert']],
    ['<rect style="transform: translate(10px, 20%) rotate(1turn)"/>', ['transform in a style']],
    ['<style>rect { --a: 1; FILL: red }</style>', ['--a', 'FILL']],
    ['<style>rect { ; fill: red }</style>', ['declaration “;”']],
    ['<rect style="stroke red; fill: red"/>', ['declaration “stroke red;”']],
    ['<style media="print">rect { fill: red }</style>', ['media of <style>']],
    ['<style>@media print { rect { fill: red } } @media only print,speech { a { b: c } }</style>', []],
    ['<style>@media screen { rect { fill: red } }</style>', ['@media']],
    ['<defs><font><glyph unicode="a"/></font><cursor/></defs>', []],
    ['<rect fill="currentColor"/>', []],
    ['<style>:root { fill: red } svg|g { fill: red }</style>', ['selector :root', 'selector |']],
    ['<style>.a\\31 { fill: red } [id="A" i] { fill: red }</style>', ['selector \\', 'selector [id="A" i]']],
    [
      '<rect style="mix-blend-mode: plus-lighter; mask: url(#m) alpha"/>',
      ['mix-blend-mode plus-lighter', 'mask url(#m) alpha'],
    ],
    [
      '<rect fill="url(#a)" stroke="url(#b) red" clip-path="url(#c)" style="mask: url(&quot;#d&quot;)" marker-end="url(#e)"/>',
      ['fill url(#a)', 'clip-path url(#c)', 'marker-end url(#e)', 'mask url(#d)'],
    ],
    ['<use href="#gone"/><use xlink:href="#r"/><rect id="r"/>', ['<use> of “#gone”']],
    ['<rect filter="url(#none)"/><path pathLength="3"/>', ['filter url(#none)', 'pathLength of <path>']],
    ['<symbol id="s" width="3"/><use href="#s"/><use href="#s" width="9"/>', ['width of <symbol>']],
    ['<rect width="3MM" height="2ex"/>', ['MM units', 'ex units']],
    ['<text font-size="large" direction="rtl">A</text>', ['font-size large', 'direction rtl']],
    [
      '<text font-size="9" style="text-decoration: underline red"><tspan opacity=".5">A</tspan></text>',
      ['text-decoration underline red', 'opacity of <tspan>'],
    ],
    [
      '<text font-size="9"><textPath path="M0 0h9" side="right">A</textPath></text>',
      ['path of <textPath>', 'side of <textPath>'],
    ],
    ['<g font-size="9"><text>A</text></g><text>B</text>', ['<text> without a font-size']],
    [
      '<text font-size="9">a\u4e2d&#x4e2d;&#65;\u0092<title>\u5b57</title></text><desc>\u5b57</desc>',
      ['character “中”', 'character U+0092'],
    ],
  ])('are reported by name: %s', (inside, names) => {
    expect(features(inside)).toEqual(names);
  });

  test.each([
    ['<filter id="f"><feFlood result="BackgroundImageFix"/><feBlend in2="BackgroundImageFix"/></filter>', []],
    ['<filter id="f"><feBlend in2="BackgroundImage"/></filter>', ['filter input BackgroundImage']],
    ['<switch><foreignObject requiredExtensions="&ns_ai;"/><g><rect/></g></switch>', []],
    ['<switch><rect/><foreignObject/></switch>', []],
    ['<switch><foreignObject/><rect/></switch>', ['<foreignObject>']],
    [
      '<switch><foreignObject requiredExtensions="http://www.w3.org/1999/xhtml"/><set/></switch>',
      ['<foreignObject>', '<set>'],
    ],
    ['<switch><g systemLanguage="de"><set/></g><g><animate/></g><g><mpath/></g></switch>', ['<set>', '<animate>']],
    ['<g requiredExtensions="http://a.test/"><foreignObject/></g>', []],
    ['<g display="none"><foreignObject/></g><g style="display:none"><text>A</text></g>', []],
    ['<style>.h{display:none}</style><g class="h"><rect fill="bleu"/></g>', []],
    [
      '<g display="none"><g><radialGradient id="a"><stop stop-color="bleu"/></radialGradient></g><set/></g><rect fill="url(#a)"/>',
      ['stop-color bleu'],
    ],
  ])('follow the choice of the file: %s', (inside, names) => {
    expect(features(inside)).toEqual(names);
  });

  test('drawn features and editor data are not reported', () => {
    const png = `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`;
    const inside = `<inkscape:grid units="2vw"/><title>var(x)</title><style>rect:hover, .a > g:first-child, [id="q"] { fill: url(#a); stroke: rgba(1, 2, 3, .5) }</style>
      <linearGradient id="a"><stop offset="50%"/></linearGradient><image href="${png}"/><use href="#a"/>
      <a href="https://a.test"><text font-size="9" font-family="sans-serif" inkscape:label="calc(1)">A</text></a>
      <rect style="vector-effect: none; mix-blend-mode: multiply" transform="translate(3)" d="M0 0"/>`;
    expect(features(inside)).toEqual([]);
  });

  test('are reported for an SVG image in the file', () => {
    const inner = embedded('<rect fill="lab(1 2 3)"/><animate/>');
    expect(features(`<image href="${inner}"/>`)).toEqual(['lab()', '<animate>']);
    expect(features(`<feImage href="${embedded(`<image href="${inner}"/>`)}"/>`)).toEqual(['lab()', '<animate>']);
    expect(features('<image href="data:text/html,&lt;b>A"/>')).toEqual(['image of text/html']);
  });

  test.each([
    ['width="9" height="9" style="background: red"', ['background of the root']],
    ['width="9" height="9" transform="scale(2)"', ['transform of the root']],
    ['width="9" height="9" style="background-color: red; border: none"', []],
  ])('undrawn properties of the root are reported: %s', (attributes, names) => {
    const tree = svgTree(latin1(sampleSvg('', attributes)));
    expect(tree.ok && unsupportedFeatures(tree.value)).toEqual(names);
  });

  test('include a style sheet outside the file', () => {
    const tree = svgTree(latin1(sampleSvg('', undefined, '<?xml-stylesheet href="a.css"?>')));
    expect(tree.ok && unsupportedFeatures(tree.value)).toEqual(['<?xml-stylesheet?>']);
  });

  test('include a declaration that another rule may override', () => {
    expect(features('<style>rect{fill:var(--c, red)} rect:hover{fill:lime}</style><rect/>')).toEqual(['var()']);
    expect(features('<style>rect{fill:red}</style><rect style="fill:var(--c)"/>')).toEqual(['var()']);
  });

  test('at most ten features are reported', () => {
    const unknown = Array.from({ length: 100 }, (_, index) => `<x${index}/>`).join('');
    expect(features(unknown)).toHaveLength(10);
  });
});
