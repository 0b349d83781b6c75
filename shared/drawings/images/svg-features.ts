import { COLOR_FUNCTION } from './css-color.ts';
import { COLORS } from './svg-colors.ts';
import type { SvgElement, SvgTree } from './svg-elements.ts';
import { dataPicture } from './svg-root.ts';

/** The maximum number of names in a report. */
const MAX_FEATURES = 10;
/** The maximum length of a name from the file. */
const MAX_NAME_LENGTH = 40;

/** The elements that the SVG renderer supports, and elements without a picture. */
const ELEMENTS = new Set(
  (
    'a circle clipPath defs ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix ' +
    'feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR ' +
    'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile ' +
    'feTurbulence filter g image line linearGradient marker mask path pattern polygon polyline radialGradient rect stop ' +
    'style svg switch symbol text textPath tref tspan use title desc metadata view'
  ).split(' '),
);

/** Properties that have no effect in the SVG renderer, with patterns of their default values. */
const PROPERTIES: Readonly<Record<string, RegExp>> = {
  animation: /^none\b/,
  'animation-name': /^none$/,
  'backdrop-filter': /^none$/,
  clip: /^auto$/,
  'color-interpolation': /^(?:auto|sRGB)$/i,
  'font-feature-settings': /^normal$/,
  'font-variant-numeric': /^normal$/,
  'inline-size': /^(?:auto|0)$/,
  'mask-image': /^none$/,
  offset: /^[\d.]+%?$/,
  'offset-path': /^none$/,
  'shape-inside': /^auto$/,
  'text-orientation': /^mixed$/,
  'text-shadow': /^none$/,
  'text-transform': /^none$/,
  'transform-box': /^view-box$/,
  'vector-effect': /^none$/,
};

/** Properties that have an effect only as attributes. The SVG renderer ignores them in style sheets. */
const STYLED = /(?:^|[{;])\s*(cx|cy|r|rx|ry|x|y|width|height|d|rotate|translate|scale)\s*:/g;
const TRANSFORM_3D = /\b(rotate3d|translate3d|scale3d|matrix3d|perspective|rotate[XYZ]|translate[XYZ]|scale[XYZ])\(/g;
/**
 * Selectors that the SVG renderer does not match. `DRAWN_PSEUDO` excludes pseudo-classes that it matches, and
 * pseudo-classes of pointers and links, which match nothing in a still picture anyway.
 */
const SELECTOR = /(:{1,2}[a-z-]+)|(~)(?!=)|(\[[^[\]{}]*[\^$*]=)/gi;
const DRAWN_PSEUDO = /^:(?:first-child|hover|focus|active|visited|link|target|lang|root)$/i;
/** Units of SVG 2 that the SVG renderer does not support. */
const UNIT = /^[+-]?[\d.]+(?:e[+-]?\d+)?(ch|rem|vw|vh|vmin|vmax|q)$/i;
const FUNCTION =
  /\b(var|calc|min|max|clamp|color|color-mix|lab|lch|oklab|oklch|hwb|light-dark|paint|image-set|element)\(/gi;
const SHAPE = /^(circle|ellipse|inset|path|polygon|rect|xywh|shape)\(/i;
/** Rules that have no effect on a picture. */
const HARMLESS_RULES = new Set(['charset', 'namespace', 'page']);
/** Generic families. The SVG renderer replaces them, like all other families, by the bundled font. */
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[\w-]+|emoji|math|inherit|initial|unset|revert)$/i;
const BUNDLED = /^Noto (?:Sans|Color Emoji)/i;

/**
 * Returns the names of SVG features that are not drawn, such as `<animate>`, `var()`, `@import`, or `image "logo.png"`:
 * at most ten, without duplicates, in the order of the file.
 * @param dropped The names of features that were removed from the file before; they are reported first.
 */
export function unsupportedFeatures(tree: SvgTree, dropped: readonly string[] = []): readonly string[] {
  const found = new Set<string>(dropped);
  const pending: SvgElement[] = [tree.root];
  for (let element = pending.pop(); element !== undefined && found.size < MAX_FEATURES; element = pending.pop()) {
    if (element.isForeign) continue;
    if (ELEMENTS.has(element.name)) addAttributes(element, found);
    else found.add(`<${shortened(element.name)}>`);
    // The children of an unknown element are not drawn either.
    if (ELEMENTS.has(element.name)) for (const child of element.children.toReversed()) pending.push(child);
  }
  for (const { name, property, value } of tree.replaced) addValue(name, property, plainValue(value), found);
  addRules(tree.style, found);
  return [...found].slice(0, MAX_FEATURES);
}

function addAttributes({ name, attributes }: SvgElement, found: Set<string>): void {
  for (const [attribute, written] of attributes) {
    // The values of these attributes are texts and identifiers with any content.
    if (['id', 'class', 'd', 'points', 'label', 'title'].includes(attribute) || attribute.startsWith('data-')) continue;
    const value = plainValue(written);
    if (attribute === 'style') addStyled(value, found);
    else if (attribute === 'href') addReference(name, value, found);
    else if (attribute === 'font-family') addFamilies(value, found);
    else addValue(name, attribute, value, found);
  }
}

function plainValue(written: string): string {
  const value = written.trim();
  return /!important$/i.test(value) ? value.slice(0, -'!important'.length).trimEnd() : value;
}

function addValue(name: string, attribute: string, value: string, found: Set<string>): void {
  const plain = value.startsWith('data:') ? '' : value;
  for (const [, functionName = ''] of plain.matchAll(FUNCTION)) found.add(`${functionName.toLowerCase()}()`);
  for (const [, address = ''] of plain.matchAll(/url\(\s*["']?([^#"')\s][^"')\s]*)/gi))
    found.add(`${attribute} url(${shortened(address)})`);
  addStyledValue(attribute, plain, found);
  const unit = UNIT.exec(plain)?.[1];
  if (unit !== undefined) found.add(`${unit.toLowerCase()} units`);
  const isOffsetOfStop = attribute === 'offset' && (name === 'stop' || name.startsWith('feFunc'));
  const standard = PROPERTIES[attribute];
  if (standard !== undefined && !isOffsetOfStop && !standard.test(plain)) found.add(attribute);
  if (attribute === 'clip-path' && SHAPE.test(plain)) found.add('clip-path shapes');
  if (attribute === 'stroke-linejoin' && plain === 'arcs') found.add('stroke-linejoin arcs');
  if (['in', 'in2'].includes(attribute) && /^(?:Background|FillPaint|StrokePaint)/.test(plain))
    found.add(`filter input ${shortened(plain)}`);
  if (attribute === 'pathLength' && name !== 'path') found.add(`pathLength of <${name}>`);
}

/** Reports colors, transforms, and masks in a value that only browsers support. */
function addStyledValue(attribute: string, plain: string, found: Set<string>): void {
  for (const [, functionName = ''] of plain.matchAll(TRANSFORM_3D))
    if (attribute === 'transform') found.add(`${functionName}()`);
  const isFunction = /^(?:rgb|hsl)a?\(/i.test(plain);
  if (COLORS.has(attribute) && (/^rebeccapurple$/i.test(plain) || (isFunction && !COLOR_FUNCTION.test(plain))))
    found.add(`${attribute} ${shortened(plain)}`);
  if (attribute === 'mask' && /gradient\(/i.test(plain)) found.add('mask with a gradient');
}

/** Reports references to anything outside the file. */
function addReference(name: string, address: string, found: Set<string>): void {
  if (address === '' || address.startsWith('#') || name === 'a') return;
  if (name === 'image' || name === 'feImage') {
    const picture = address.startsWith('data:') ? dataPicture(address) : null;
    if (picture !== null && isDrawnPicture(picture)) return;
    const type = address.slice(5).split(/[;,]/, 1)[0] ?? '';
    // Remove the query, because it can contain a signature or a key.
    const displayedAddress = address.replace(/\?.*$/s, '');
    found.add(address.startsWith('data:') ? `image of ${shortened(type)}` : `image “${shortened(displayedAddress)}”`);
    return;
  }
  found.add(`<${name}> of “${shortened(address)}”`);
}

/** Returns whether a picture is PNG, JPEG, GIF, WebP, or uncompressed SVG. */
function isDrawnPicture(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|\s*(?:\xef\xbb\xbf)?\s*<)/s.test(head);
}

function addFamilies(value: string, found: Set<string>): void {
  const [first = ''] = value.split(',');
  const family = first.trim().replaceAll(/^["']|["']$/g, '');
  if (family !== '' && !GENERIC.test(family) && !BUNDLED.test(family)) found.add(`font “${shortened(family)}”`);
}

/** Reports declarations that have an effect only in browsers. */
function addStyled(css: string, found: Set<string>): void {
  for (const [, property = ''] of css.matchAll(STYLED)) found.add(`${property} in a style`);
}

function addRules(style: string, found: Set<string>): void {
  const css = style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  for (const [, rule = ''] of css.matchAll(/@([a-z-]{1,40})/gi))
    if (!HARMLESS_RULES.has(rule.toLowerCase())) found.add(`@${rule.toLowerCase()}`);
  const plain = withoutAtRules(css);
  addStyled(plain, found);
  for (const [, pseudo, sibling, attribute] of selectorsIn(plain).matchAll(SELECTOR)) {
    if (pseudo !== undefined && !DRAWN_PSEUDO.test(pseudo)) found.add(`selector ${shortened(pseudo)}`);
    if (sibling !== undefined) found.add('selector ~');
    if (attribute !== undefined) found.add(`selector ${shortened(attribute)}…]`);
  }
  if (/\{[^{}]*\{/.test(plain)) found.add('nested rules');
}

const AT_RULE_END = /[{};]/g;
const BLOCK = /\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/y;

/** Removes rules such as `@import` and `@media` with their blocks. A pattern of a whole rule takes quadratic time. */
function withoutAtRules(css: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = css.indexOf('@'); at >= 0; at = css.indexOf('@', AT_RULE_END.lastIndex)) {
    AT_RULE_END.lastIndex = at;
    const end = AT_RULE_END.exec(css);
    if (end === null) break;
    BLOCK.lastIndex = end.index;
    const isRule = end[0] === ';' || (end[0] === '{' && BLOCK.test(css));
    if (!isRule) continue;
    if (end[0] === '{') AT_RULE_END.lastIndex = BLOCK.lastIndex;
    parts.push(css.slice(copied, at));
    copied = AT_RULE_END.lastIndex;
  }
  return [...parts, css.slice(copied)].join('');
}

/** Returns the text before each block, one selector list per line. */
function selectorsIn(css: string): string {
  const before = css
    .replace(/\{[^{}]*\}/g, '{}')
    .split('{')
    .slice(0, -1);
  return before.map((text) => text.slice(text.lastIndexOf('}') + 1)).join('\n');
}

/** Decodes and shortens a name from the file. Each character is a byte of UTF-8. */
function shortened(bytes: string): string {
  const text = decoded(bytes);
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH - 1)}…`;
}

function decoded(bytes: string): string {
  try {
    const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
    return decodeURIComponent(bytes.replace(/[%\x80-\xff]/g, escaped));
  } catch {
    return bytes;
  }
}
