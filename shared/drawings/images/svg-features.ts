import { BUNDLED_FAMILIES } from '../../template/tables/bundled-families.ts';
import { COLOR_FUNCTION } from './css-color.ts';
import { COLORS } from './svg-colors.ts';
import { drawnChildren, referencedIds, type SvgElement, type SvgTree, svgTree } from './svg-elements.ts';
import { dataPicture, latin1, svgRoot } from './svg-root.ts';
import {
  COLOR_NAMES,
  CSS_UNITS,
  DRAWN_UNITS,
  DRAWN_VALUES,
  ELEMENTS,
  NO_BOX,
  NOT_DRAWN_ANYWHERE,
  ROOT_BOX,
} from './svg-support.ts';

/** The maximum number of names in a report. */
const MAX_FEATURES = 10;
/** The maximum length of a reported name from the file. */
const MAX_NAME_LENGTH = 40;

/** Properties that work only as attributes. The SVG renderer ignores them in style sheets. */
const STYLED = /(?:^|[{;])\s*(cx|cy|r|rx|ry|x|y|width|height|d|rotate|translate|scale)\s*:/g;
const TRANSFORM_3D = /\b(rotate3d|translate3d|scale3d|matrix3d|perspective|rotate[XYZ]|translate[XYZ]|scale[XYZ])\(/g;
/** Transforms that can have units in CSS. The SVG renderer reads only numbers without units. */
const TRANSFORM_WITH_UNITS = /(?:translate|rotate|skew[XY]?)\(/;
/**
 * Selectors that the SVG renderer does not support. `DRAWN_PSEUDO` excludes the pseudo-classes that it supports, and
 * pseudo-classes for pointers and links, which never match in a still picture.
 */
const SELECTOR = /(:{1,2}[a-z-]+)|(~)(?!=)|(\[[^[\]{}]*[\^$*]=)|(\\)|([\w*]\|)(?!=)|(\[[^[\]{}]*["'\s][is]\s*\])/gi;
const DRAWN_PSEUDO = /^:(?:first-child|hover|focus|active|visited|link|target)$/i;
const UNIT = /^[+-]?[\d.]+(?:e[+-]?\d+)?([a-z]+)$/i;
const FUNCTION =
  /(?<![\w-])(var|env|calc|min|max|clamp|color|color-mix|icc-color|lab|lch|oklab|oklch|hwb|light-dark|paint|image-set|element)\(/gi;
const SHAPE = /^(circle|ellipse|inset|path|polygon|rect|xywh|shape)\(/i;
/** Rules that have no effect on a picture. */
const HARMLESS_RULES = new Set(['charset', 'namespace', 'page']);
/** Rules for paper and speech. In a picture, browsers and the SVG renderer ignore them. */
const OF_OTHER_MEDIA = /^media (?:only\s+)?(?:print|speech)(?:\s*,\s*(?:only\s+)?(?:print|speech))*$/i;
/** Generic families and CSS-wide keywords. They are not reported as missing fonts. */
const GENERIC = /^(?:sans-serif|system-ui|ui-sans-serif|emoji|inherit|initial|unset|revert)$/i;
const BUNDLED: ReadonlySet<string> = new Set(BUNDLED_FAMILIES.map((family) => family.toLowerCase()));
/** The `font` shorthands that the SVG renderer reads: the size has an absolute unit and no line height. */
const DRAWN_FONT = /^(?:(?:normal|italic|oblique|small-caps|bold|[1-9]00)\s+)*[\d.]+(?:px|pt|pc|in|cm|mm)\s+([^/]+)$/i;
const FAMILY_OF_FONT = /^[^,"']*?[\d.]+(?:[a-z]+|%)(?:\s*\/\s*[\w.%]+)?\s+(.+)$/i;
/** Properties that only browsers apply to a part of a text. */
const OF_TEXT_PARTS = /^(?:opacity|filter|clip-path|mask|mix-blend-mode)$/;
const TEXT_PARTS = new Set(['tspan', 'textPath']);
/** Characters that need no glyph: spaces, and characters that fonts ignore. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Zs}\p{Zl}\p{Zp}\t\n\r]/u;
/** The maximum nesting depth of images inside images that the check reads. */
const MAX_NESTED = 8;

/** The file that is read, and the features found so far. */
interface Reading {
  readonly tree: SvgTree;
  readonly features: Set<string>;
  readonly hasGlyph: (codePoint: number) => boolean;
  /** The number of images that contain the file. */
  readonly nesting: number;
}

/**
 * Returns the names of SVG features that are not drawn, such as `<animate>`, `var()`, `@import`, or `image "logo.png"`.
 * Returns at most ten names without duplicates in file order. Characters without a glyph come last.
 * @param dropped The names of features that were already removed from the file. They come first in the result.
 * @param hasGlyph Returns whether a font of the SVG renderer contains a character.
 */
export function unsupportedFeatures(
  tree: SvgTree,
  dropped: readonly string[] = [],
  hasGlyph: (codePoint: number) => boolean = () => true,
): readonly string[] {
  const names = new Set<string>(dropped.slice(0, MAX_FEATURES).map(shortened));
  addFeatures({ tree, features: names, hasGlyph, nesting: 0 });
  return [...names].slice(0, MAX_FEATURES);
}

/** An element with the state inherited from its ancestors. */
interface Visited {
  readonly element: SvgElement;
  readonly isInText: boolean;
  readonly hasFontSize: boolean;
}

function addFeatures(reading: Reading): void {
  const { tree, features } = reading;
  if (tree.hasOutsideStyle) features.add('<?xml-stylesheet?>');
  const texts = new Map<SvgElement, Visited>();
  const referenced = referencedIds(tree.root);
  const pending: Visited[] = [{ element: tree.root, isInText: false, hasFontSize: false }];
  for (let visited = pending.pop(); visited !== undefined && features.size < MAX_FEATURES; visited = pending.pop()) {
    const { element } = visited;
    const { name, attributes } = element;
    if (element.isForeign) continue;
    if (ELEMENTS.has(name)) addAttributes(reading, element);
    else if (!NOT_DRAWN_ANYWHERE.has(name)) features.add(`<${shortened(name)}>`);
    // Skip unknown elements: their children are not drawn either.
    if (!ELEMENTS.has(name)) continue;
    const inherited: Omit<Visited, 'element'> = {
      isInText: visited.isInText ? !['title', 'desc', 'metadata'].includes(name) : name === 'text',
      hasFontSize: visited.hasFontSize || attributes.has('font-size') || DRAWN_FONT.test(attributes.get('font') ?? ''),
    };
    if (inherited.isInText) texts.set(element, { element, ...inherited });
    const children = drawnChildren(element, (id) => referenced.has(id));
    for (const child of children.toReversed()) pending.push({ element: child, ...inherited });
  }
  for (const { name, property, value } of tree.replaced) addValue(reading, name, property, plainValue(value));
  addRules(tree.style, features);
  addCharacters(reading, texts);
}

function addAttributes(reading: Reading, element: SvgElement): void {
  const { tree, features } = reading;
  const { name, attributes } = element;
  for (const [attribute, written] of attributes) {
    // Skip attributes that contain texts or identifiers, because any content is valid.
    if (['id', 'class', 'd', 'points', 'label', 'title'].includes(attribute) || attribute.startsWith('data-')) continue;
    const value = plainValue(written);
    if (attribute === 'style') addStyled(value, features);
    else if (attribute === 'href') addReference(reading, element, value);
    else if (attribute === 'font-family') addFamilies(value, features);
    else addValue(reading, name, attribute, value);
    if (element === tree.root) addOfRoot(attribute, value, features);
  }
  const isStyled = `${tree.style}${attributes.get('style') ?? ''}`.includes('image-rendering');
  const rendering = attributes.get('image-rendering') ?? '';
  if (!isStyled && /^(?:pixelated|crisp-edges)$/.test(rendering)) features.add(`image-rendering ${rendering}`);
  addOfElement(element, features);
}

/** Reports features that depend on several attributes or on the children of an element. */
function addOfElement(element: SvgElement, features: Set<string>): void {
  const { name, attributes } = element;
  if (name === 'style' && !/^(?:all|screen|)$/i.test(attributes.get('media') ?? '')) features.add('media of <style>');
  if (name === 'textPath' && attributes.has('path')) features.add('path of <textPath>');
  if (name === 'textPath' && attributes.get('side') === 'right') features.add('side of <textPath>');
  if (name === 'feOffset' && ['x', 'y', 'width', 'height'].some((side) => attributes.has(side)))
    features.add('region of <feOffset>');
  if (
    name === 'filter' &&
    ['feTurbulence', 'feDisplacementMap'].every((step) => element.children.some((child) => child.name === step))
  )
    features.add('<feDisplacementMap> of <feTurbulence>');
}

/** Reports properties that browsers apply to the root only. */
function addOfRoot(attribute: string, value: string, features: Set<string>): void {
  if (attribute === 'transform' && value !== 'none') features.add('transform of the root');
  if (ROOT_BOX.test(attribute) && !NO_BOX.test(value)) features.add(`${attribute} of the root`);
}

function plainValue(written: string): string {
  const value = written
    .replace(/\/\*[^*]*\*\//g, '')
    .replaceAll('&quot;', '"')
    .trim();
  return /!important$/i.test(value) ? value.slice(0, -'!important'.length).trimEnd() : value;
}

function addValue(reading: Reading, name: string, attribute: string, value: string): void {
  const { tree, features } = reading;
  const plain = value.startsWith('data:') ? '' : value;
  for (const [, functionName = ''] of plain.matchAll(FUNCTION)) features.add(`${functionName.toLowerCase()}()`);
  for (const [, address = ''] of plain.matchAll(/url\(\s*["']?([^#"')\s][^"')\s]*)/gi))
    features.add(`${attribute} url(${shortened(address)})`);
  addStyledValue(attribute, plain, features);
  const unit = UNIT.exec(plain)?.[1] ?? '';
  if (!DRAWN_UNITS.has(unit) && CSS_UNITS.has(unit.toLowerCase())) features.add(`${unit} units`);
  addProperty(name, attribute, plain, features);
  if (attribute === 'clip-path' && SHAPE.test(plain)) features.add('clip-path shapes');
  if (attribute === 'stroke-linejoin' && plain === 'arcs') features.add('stroke-linejoin arcs');
  if (['in', 'in2'].includes(attribute) && /^(?:Background(?:Image|Alpha)|FillPaint|StrokePaint)$/.test(plain))
    features.add(`filter input ${shortened(plain)}`);
  if (attribute === 'pathLength') features.add(`pathLength of <${name}>`);
  if (attribute === 'font') addFont(plain, features);
  addMissing(attribute, plain, tree, features);
}

function addProperty(name: string, attribute: string, value: string, features: Set<string>): void {
  const isOffsetOfStop = attribute === 'offset' && (name === 'stop' || name.startsWith('feFunc'));
  const isPart = TEXT_PARTS.has(name) && OF_TEXT_PARTS.test(attribute);
  const drawn = DRAWN_VALUES[attribute];
  if (drawn !== undefined && !isOffsetOfStop && !drawn.test(value)) features.add(featureOf(attribute, value));
  if (isPart && !/^(?:none|normal|1(?:\.0*)?|100%)$/.test(value)) features.add(`${attribute} of <${name}>`);
}

/** Returns the name of a property. Adds the value if the property is drawn with other values. */
function featureOf(property: string, value: string): string {
  return /^(?:direction|font-size|font-variant|font-weight|mix-blend-mode|text-decoration|unicode-bidi|white-space|writing-mode)$/.test(
    property,
  )
    ? `${property} ${shortened(value)}`
    : property;
}

const REFERRING = /^(?:fill|stroke|clip-path|mask|filter|marker|marker-start|marker-mid|marker-end)$/;
const REFERENCES = /^(?:\s*url\([^)]*\))+\s*$/i;

/**
 * Reports references to missing elements, and filters that the SVG renderer does not draw. If a filter is missing,
 * browsers draw the element without filters, but the SVG renderer hides the element.
 */
function addMissing(attribute: string, value: string, { byId }: SvgTree, features: Set<string>): void {
  if (!REFERRING.test(attribute)) return;
  const references = attribute === 'filter' || REFERENCES.test(value) ? value.matchAll(LOCAL_REFERENCE) : [];
  for (const [, id = ''] of references) if (!byId.has(id)) features.add(`${attribute} url(#${shortened(id)})`);
  if (attribute === 'filter' && /blur\(\s*(?:[1-9][\d.]*|0?\.\d+)\s*\)/.test(value))
    features.add(`filter ${shortened(value)}`);
}

const LOCAL_REFERENCE = /url\(\s*["']?#([^"')\s]*)/gi;

/** Reports a `font` shorthand that the SVG renderer ignores, and the family of each shorthand. */
function addFont(value: string, features: Set<string>): void {
  const family = DRAWN_FONT.exec(value)?.[1];
  if (family === undefined && value !== 'inherit') features.add(`font ${shortened(value)}`);
  addFamilies(family ?? FAMILY_OF_FONT.exec(value)?.[1] ?? '', features);
}

/** Reports colors, transforms, and masks in a value that only browsers support. */
function addStyledValue(attribute: string, plain: string, features: Set<string>): void {
  for (const [, functionName = ''] of plain.matchAll(TRANSFORM_3D))
    if (attribute === 'transform') features.add(`${functionName}()`);
  if (COLORS.has(attribute) && !isDrawnColor(plain)) features.add(`${attribute} ${shortened(plain)}`);
  if (/^(?:unset|revert|revert-layer)$/i.test(plain) && !COLORS.has(attribute)) features.add(`${attribute} ${plain}`);
  if (attribute === 'mask' && /gradient\(/i.test(plain)) features.add('mask with a gradient');
  else if (attribute === 'mask' && /\)\s*\S/.test(plain)) features.add(`mask ${shortened(plain)}`);
}

/**
 * Returns whether the SVG renderer reads a color or a paint. Accepts functions of `FUNCTION`, which are reported by
 * name.
 */
function isDrawnColor(value: string): boolean {
  const color = value
    .replace(/^url\([^)]*\)/i, '')
    .replace(/\s+icc-color\(.*$/i, '')
    .trim();
  if (/^(?:|none|inherit|initial|currentColor|context-fill|context-stroke)$/.test(color)) return true;
  if (color.startsWith('#')) return /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(color);
  if (color.includes('('))
    return COLOR_FUNCTION.test(color) || (!/^(?:rgb|hsl)a?\(/i.test(color) && color.search(FUNCTION) >= 0);
  return COLOR_NAMES.has(color.toLowerCase());
}

/** The elements that draw nothing if the referenced element is missing. */
const DRAWS_REFERENCE: ReadonlySet<string> = new Set(['use', 'textPath', 'feImage']);

/** Reports references to missing elements or outside the file, and the features of embedded SVG images. */
function addReference(reading: Reading, { name, attributes }: SvgElement, address: string): void {
  const { tree, features } = reading;
  const used = name === 'use' ? tree.byId.get(address.slice(1)) : undefined;
  if (used?.name === 'symbol')
    for (const side of ['width', 'height'])
      if (used.attributes.has(side) && !attributes.has(side)) features.add(`${side} of <symbol>`);
  if (DRAWS_REFERENCE.has(name) && address.startsWith('#') && !tree.byId.has(address.slice(1)))
    features.add(`<${name}> of “${shortened(address)}”`);
  if (address === '' || address.startsWith('#') || name === 'a') return;
  if (name === 'image' || name === 'feImage') {
    const picture = dataPicture(address);
    if (picture === null || !(isDrawnPicture(picture) || addNested(reading, picture))) features.add(imageName(address));
  } else features.add(`<${name}> of “${shortened(address)}”`);
}

function imageName(address: string): string {
  if (address.startsWith('data:')) return `image of ${shortened(address.slice(5).split(/[;,]/, 1)[0] ?? '')}`;
  // Remove the query, because it can contain a signature or a key.
  return `image “${shortened(address.replace(/\?.*$/s, ''))}”`;
}

/** Returns whether a picture is PNG, JPEG, GIF, or WebP. */
function isDrawnPicture(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP)/s.test(head);
}

/** Reports the features of an embedded, uncompressed SVG image. Returns false for other images. */
function addNested({ features, hasGlyph, nesting }: Reading, bytes: Uint8Array): boolean {
  if (nesting === MAX_NESTED || svgRoot(bytes) === null) return false;
  const tree = svgTree(latin1(bytes));
  if (tree.ok) addFeatures({ tree: tree.value, features, hasGlyph, nesting: nesting + 1 });
  return tree.ok;
}

/** Reports characters that lack a glyph, and texts of default size, because browsers have another default size. */
function addCharacters({ tree, features, hasGlyph }: Reading, texts: ReadonlyMap<SvgElement, Visited>): void {
  const testedCharacters = new Set<string>();
  for (const { element, text } of tree.texts) {
    const visited = texts.get(element);
    if (visited === undefined) continue;
    if (features.size >= MAX_FEATURES) return;
    if (!visited.hasFontSize) features.add('<text> without a font-size');
    for (const character of decoded(text.replace(CHARACTER_REFERENCE, referencedCharacter))) {
      if (testedCharacters.has(character)) continue;
      testedCharacters.add(character);
      const codePoint = character.codePointAt(0) ?? 0;
      if (INVISIBLE.test(character) || hasGlyph(codePoint)) continue;
      const isControl = /\p{C}/u.test(character);
      const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
      features.add(`character ${isControl ? code : `“${character}”`}`);
    }
  }
}

const CHARACTER_REFERENCE = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi;

/** Returns the UTF-8 bytes of a referenced character as a string with one character per byte. */
function referencedCharacter(reference: string, hex: string | undefined, decimal: string | undefined): string {
  const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint < 0xe000)) return reference;
  return encodeURIComponent(String.fromCodePoint(codePoint)).replace(/%(..)/g, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}

function addFamilies(value: string, features: Set<string>): void {
  const [first = ''] = value.split(',');
  const family = first.trim().replaceAll(/^["']|["']$/g, '');
  if (family !== '' && !GENERIC.test(family) && !BUNDLED.has(family.toLowerCase()))
    features.add(`font “${shortened(family)}”`);
}

/** Reports declarations that only browsers apply, or that the SVG renderer cannot read. */
function addStyled(css: string, features: Set<string>): void {
  for (const [, property = ''] of css.matchAll(STYLED)) features.add(`${property} in a style`);
  let [isFirst, depth, at] = [true, 0, 0];
  for (const [all, written = '', end = ''] of `${css};`.matchAll(/([^;{}]*)([;{}])/g)) {
    const part = written.trim();
    at += all.length;
    const isInside = end === ';' && at <= css.length;
    // The text of a URL can contain semicolons.
    if (depth === 0 && end !== '{') addDeclaration(part, { isFirst, isInside }, features);
    depth = Math.max(0, depth + part.split('(').length - part.split(')').length);
    isFirst = end === '{';
  }
}

interface DeclarationPlace {
  /** Whether the declaration is the first of its block. */
  readonly isFirst: boolean;
  /** Whether the declaration ends in a semicolon. */
  readonly isInside: boolean;
}

/** Checks a declaration. After a declaration that it cannot read, the SVG renderer discards the rest of the block. */
function addDeclaration(part: string, { isFirst, isInside }: DeclarationPlace, features: Set<string>): void {
  const colon = part.indexOf(':');
  const property = part.slice(0, Math.max(0, colon)).trim();
  if (isInside && colon < 0 && (isFirst || part !== '')) features.add(`declaration “${shortened(part)};”`);
  if (property.startsWith('--')) features.add(shortened(property));
  else if (/^[a-z-]*[A-Z][\w-]*$/.test(property)) features.add(shortened(property));
  if (property === 'transform' && TRANSFORM_WITH_UNITS.test(part)) features.add('transform in a style');
}

function addRules(style: string, features: Set<string>): void {
  const css = style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '');
  for (const [, rule = '', query = ''] of css.matchAll(/@([a-z-]{1,40})([^{};@]{0,200})/gi))
    if (!HARMLESS_RULES.has(rule.toLowerCase()) && !OF_OTHER_MEDIA.test(`${rule} ${query.trim()}`))
      features.add(`@${rule.toLowerCase()}`);
  const plain = withoutAtRules(css);
  addStyled(plain, features);
  for (const [, pseudo, sibling, attribute, backslash, prefix, flag] of selectorsIn(plain).matchAll(SELECTOR)) {
    if (pseudo !== undefined && !DRAWN_PSEUDO.test(pseudo)) features.add(`selector ${shortened(pseudo)}`);
    if (sibling !== undefined) features.add('selector ~');
    if (attribute !== undefined) features.add(`selector ${shortened(attribute)}…]`);
    if (backslash !== undefined) features.add('selector \\');
    if (prefix !== undefined) features.add('selector |');
    if (flag !== undefined) features.add(`selector ${shortened(flag)}`);
  }
  if (/\{[^{}]*\{/.test(plain)) features.add('nested rules');
}

const AT_RULE_END = /[{};]/g;
const BLOCK = /\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/y;

/**
 * Removes rules such as `@import` and `@media` with their blocks. A pattern for whole rules would take quadratic time.
 */
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

/** Decodes and shortens a name from the file. Each character of the input is a byte of UTF-8. */
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
