import { err, ok, type Result } from '../../lib/result.ts';
import type { SvgRefusal } from '../drawing/drawing.ts';

/** An element of an SVG file, with only the data that the work estimate and the feature check need. */
export interface SvgElement {
  /** The name without a prefix. */
  readonly name: string;
  /** Whether the prefix differs from the prefix of the root, as in `sodipodi:namedview`. */
  readonly isForeign: boolean;
  /**
   * The attributes as written, without prefixes. Includes the declarations in `style`, and the declarations of rules
   * for the class, name, or id of the element.
   */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SvgElement[];
  /** The number of characters of text in the element itself, without its children. */
  textLength: number;
}

/** A file as a tree, with its elements by id. */
export interface SvgTree {
  readonly root: SvgElement;
  readonly byId: ReadonlyMap<string, SvgElement>;
  readonly elements: number;
  /** The text of all style sheets in the file. */
  readonly style: string;
  /** Whether a processing instruction before the root refers to a style sheet outside the file. */
  readonly hasOutsideStyle: boolean;
  /** The text of each element, with character references as written. Omits text that is only white space. */
  readonly texts: readonly ElementText[];
  /**
   * The first 1000 distinct declarations of style sheets that a later declaration or a `style` attribute may override.
   * Only the last part of a selector is matched, so such a declaration may still apply.
   */
  readonly replaced: readonly ReplacedDeclaration[];
  /** The number of rules in the style sheets. */
  readonly rules: number;
  /** The sum over all styles of their number of declarations × their number of characters. */
  readonly declared: number;
  /** The sum over all rules of their number of declarations × their number of matching elements. */
  readonly applied: number;
  /** The number of characters, including expanded entities. */
  readonly characters: number;
}

export interface ElementText {
  readonly element: SvgElement;
  readonly text: string;
}

export interface ReplacedDeclaration {
  /** The name of the element. */
  readonly name: string;
  readonly property: string;
  readonly value: string;
}

/** The maximum size of an SVG file for the editor and the engine. */
export const svgLimits = {
  elements: 1_000_000,
  /**
   * The maximum nesting depth of elements. The recursive SVG renderer overflows at a depth between 400 and 700 with a
   * stack of 1 MB, as in a page.
   */
  depth: 300,
} as const;
/** The maximum length of an entity's value. Entities are usually namespace names or colors. */
const MAX_ENTITY_LENGTH = 4096;
const MAX_ENTITIES = 1000;
/** The maximum number of characters that expanding entities adds. Namespace names add several thousand. */
const MAX_EXPANDED = 2 ** 20;
/** The maximum number of attributes of an element. The SVG renderer compares each attribute with all others. */
const MAX_ATTRIBUTES = 2000;
/**
 * The maximum number of attributes and texts in a file. With the most elements, the tree then takes up to 500 MiB, which
 * fits into the heap of the drawing thread. A thread that exceeds its heap can end the whole process.
 */
const MAX_PARTS = 4_000_000;
/** The maximum number of comparisons. The SVG renderer compares each rule with each element. */
const MAX_MATCHES = 20_000_000;
const MAX_RULES = 50_000;
/** The maximum number of replaced declarations that the feature check reads. */
const MAX_REPLACED = 1000;
/** The maximum values of `declared` and `applied`. Drawing a file with larger values would exceed the time limit. */
const [MAX_DECLARED, MAX_APPLIED] = [10_000_000_000, 5_000_000];

const TAG = /<(?:!--|!\[CDATA\[|!DOCTYPE|\?|\/?)/g;
const NAME = /(?:([^\s=<>"'/:]+):)?([^\s=<>"'/]+)/y;
const ATTRIBUTE = /\s*([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/y;
const ENTITY = /<!ENTITY\s+(?:%\s+)?([^\s%"'<>]+)\s+("[^"]*"|'[^']*')/g;
const REFERENCE = /&([^\s;&<>"'#]{1,64});/g;

/** The reason for refusing a file; null if drawing it takes too much work. */
export type SvgTreeRefusal = SvgRefusal | null;

/**
 * Reads the parts of an SVG file that the work estimate and the feature check need. Returns an error for too many or
 * too deeply nested elements, and for entities that contain markup or references. The error is null if drawing takes
 * too much work. Ignores other text that is not well-formed, because the SVG renderer reports it.
 * @param text The text, or the bytes as a string with one character per byte.
 */
export function svgTree(text: string): Result<SvgTree, SvgTreeRefusal> {
  const reading = new SvgReading(text);
  return reading.read();
}

class SvgReading {
  private text: string;
  private readonly byId = new Map<string, SvgElement>();
  private readonly open: SvgElement[] = [];
  private readonly styles: string[] = [];
  private readonly texts: ElementText[] = [];
  private hasOutsideStyle = false;
  private root: SvgElement | null = null;
  private rootPrefix = '';
  private refusal: SvgTreeRefusal = null;
  private elements = 0;
  /** The number of attributes and texts. */
  private parts = 0;
  private declared = 0;
  private readonly replaced = new Map<string, ReplacedDeclaration>();

  constructor(text: string) {
    this.text = text;
  }

  read(): Result<SvgTree, SvgTreeRefusal> {
    let at = 0;
    for (;;) {
      TAG.lastIndex = at;
      const match = TAG.exec(this.text);
      const end = match?.index ?? this.text.length;
      this.takeText(at, end);
      if (this.parts > MAX_PARTS) return err(null);
      if (match === null) break;
      const next = this.takeTag(match[0], TAG.lastIndex);
      if (next === null) return err(this.refusal);
      at = next;
    }
    if (this.root === null) return err({ of: 'xml', line: null });
    const style = this.styles.join('\n');
    this.declared += style.length * timesIn(style, ':');
    if (this.declared > MAX_DECLARED || timesIn(style, '{') + timesIn(style, ',') > MAX_RULES) return err(null);
    const rules = rulesOf(style);
    if (rules.length * this.elements > MAX_MATCHES) return err(null);
    const applied = rules.length === 0 ? 0 : this.addStyles(this.root, rules);
    if (applied > MAX_APPLIED) return err(null);
    const { root, byId, elements, declared, texts, hasOutsideStyle } = this;
    const replaced = [...this.replaced.values()];
    const characters = this.text.length;
    const styles = { style, hasOutsideStyle, replaced, rules: rules.length, declared, applied };
    return ok({ root, byId, elements, texts, characters, ...styles });
  }

  private takeText(from: number, to: number): void {
    const parent = this.open.at(-1);
    if (parent === undefined || to === from) return;
    parent.textLength += to - from;
    const text = this.text.slice(from, to);
    if (!/\S/.test(text)) return;
    this.parts += 1;
    if (parent.name === 'style') this.styles.push(text);
    else this.texts.push({ element: parent, text });
  }

  /**
   * Reads a tag.
   * @returns The offset after the tag; null if the file is refused.
   */
  private takeTag(begin: string, inside: number): number | null {
    const endAfter = (end: string): number => {
      const endAt = this.text.indexOf(end, inside);
      return endAt < 0 ? this.text.length : endAt + end.length;
    };
    if (begin === '<!--') return endAfter('-->');
    if (begin === '<?') {
      if (this.root === null && this.text.startsWith('xml-stylesheet', inside)) this.hasOutsideStyle = true;
      return endAfter('?>');
    }
    if (begin === '<![CDATA[') {
      const end = endAfter(']]>');
      this.takeText(inside, Math.max(inside, end - 3));
      return end;
    }
    if (begin === '<!DOCTYPE') return this.takeDoctype(inside);
    if (begin === '</') {
      this.open.pop();
      return endAfter('>');
    }
    return this.takeElement(inside);
  }

  private takeDoctype(inside: number): number | null {
    const bracket = this.text.indexOf('[', inside);
    const endOfDoctype = this.text.indexOf('>', inside);
    if (bracket < 0 || (endOfDoctype >= 0 && endOfDoctype < bracket))
      return endOfDoctype < 0 ? this.text.length : endOfDoctype + 1;
    const end = /\]\s*>/g;
    end.lastIndex = bracket;
    const match = end.exec(this.text);
    const declared = this.text.slice(bracket, match?.index ?? this.text.length);
    const entities = new Map<string, string>();
    for (const [, name = '', quoted = ''] of declared.matchAll(ENTITY)) {
      const isComplex = quoted.includes('<') || quoted.includes('&') || quoted.length > MAX_ENTITY_LENGTH;
      if (isComplex || entities.size >= MAX_ENTITIES) return this.refuse({ of: 'entities' });
      // If an entity is declared twice, the first declaration applies (XML 1.0, 4.2).
      if (!entities.has(name)) entities.set(name, quoted.slice(1, -1));
    }
    if (match === null) return this.text.length;
    const isBounded = entities.size === 0 || this.expand(end.lastIndex, entities);
    return isBounded ? end.lastIndex : this.refuse({ of: 'entities' });
  }

  private refuse(refusal: SvgRefusal): null {
    this.refusal = refusal;
    return null;
  }

  /**
   * Expands entities in the text from the offset `from` on. Returns false if the expansion adds too many characters.
   */
  private expand(from: number, entities: ReadonlyMap<string, string>): boolean {
    const rest = this.text.slice(from);
    let added = 0;
    for (const [, name = ''] of rest.matchAll(REFERENCE)) {
      added += entities.get(name)?.length ?? 0;
      if (added > MAX_EXPANDED) return false;
    }
    this.text = this.text.slice(0, from) + rest.replace(REFERENCE, (all, name: string) => entities.get(name) ?? all);
    return true;
  }

  private takeElement(inside: number): number | null {
    NAME.lastIndex = inside;
    const [, prefix = '', name = ''] = NAME.exec(this.text) ?? [];
    let at = NAME.lastIndex === 0 ? inside : NAME.lastIndex;
    const attributes = new Map<string, string>();
    for (;;) {
      ATTRIBUTE.lastIndex = at;
      const match = ATTRIBUTE.exec(this.text);
      if (match === null) break;
      const [, written = '', quoted = ''] = match;
      attributes.set(written.slice(written.indexOf(':') + 1), quoted.slice(1, -1));
      at = ATTRIBUTE.lastIndex;
      if (attributes.size > MAX_ATTRIBUTES) return null;
    }
    const style = withoutReferences(attributes.get('style') ?? '');
    if (style !== '') attributes.set('style', style);
    this.declared += style.length * timesIn(style, ':');
    if (this.declared > MAX_DECLARED) return null;
    for (const [property, value] of declarations(style)) attributes.set(property, value);
    this.parts += attributes.size;
    if (this.parts > MAX_PARTS) return null;
    if (this.root === null) this.rootPrefix = prefix;
    const isForeign = prefix !== this.rootPrefix;
    const element: SvgElement = { name, isForeign, attributes, children: [], textLength: 0 };
    this.elements += 1;
    this.open.at(-1)?.children.push(element);
    this.root ??= element;
    const id = attributes.get('id');
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, element);
    const end = this.text.indexOf('>', at);
    if (end < 0) return this.text.length;
    if (this.text[end - 1] !== '/') this.open.push(element);
    if (this.elements > svgLimits.elements) return this.refuse({ of: 'elements' });
    return this.open.length > svgLimits.depth ? this.refuse({ of: 'depth', most: svgLimits.depth }) : end + 1;
  }

  /**
   * Applies rules to every element that they may match. Compares only the last part of a selector.
   * @returns The number of applied declarations. Counting stops above the limit.
   */
  private addStyles(root: SvgElement, rules: readonly Rule[]): number {
    let applied = 0;
    const byEnd = Map.groupBy(rules, ({ end }) => end);
    const pending = [root];
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      const { attributes } = element;
      const classes = (attributes.get('class') ?? '').split(/\s+/).map((className) => `.${className}`);
      const ends = ['*', element.name, `#${attributes.get('id') ?? ''}`, ...classes];
      const matching = ends.flatMap((end) => byEnd.get(end) ?? []);
      for (const { declared } of matching) applied += declared.length;
      if (applied > MAX_APPLIED) return applied;
      if (matching.length > 0) this.setValues(element, matching);
      for (const child of element.children) pending.push(child);
    }
    return applied;
  }

  private setValues(element: SvgElement, matching: readonly Rule[]): void {
    const attributes = element.attributes as Map<string, string>;
    const values = new Map<string, string>();
    for (const { declared } of matching)
      for (const [property, value] of declared) this.setValue(values, element, property, value);
    // A declaration in `style` overrides the declarations of the rules (CSS Cascading 4, 6.1).
    for (const [property, value] of declarations(attributes.get('style') ?? ''))
      if (!/!\s*important/i.test(values.get(property) ?? '')) this.setValue(values, element, property, value);
    for (const [property, value] of values) attributes.set(property, value);
  }

  private setValue(values: Map<string, string>, { name }: SvgElement, property: string, value: string): void {
    const before = values.get(property);
    values.set(property, value);
    if (before === undefined || before === value || this.replaced.size >= MAX_REPLACED) return;
    this.replaced.set(`${name} ${property} ${before}`, { name, property, value: before });
  }
}

interface Rule {
  /** The element name, class, or id at the end of its selector. */
  readonly end: string;
  readonly declared: readonly (readonly [property: string, value: string])[];
}

function rulesOf(style: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (const block of style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split('}')) {
    const brace = block.indexOf('{');
    // Skip rules such as `@media` and `@font-face`, which have no effect in the SVG renderer.
    if (brace < 0 || block.trimStart().startsWith('@')) continue;
    const declared = declarations(block.slice(brace + 1));
    for (const selector of block.slice(0, brace).split(',')) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '';
      const end = /[.#][\w-]+(?=[^.#]*$)/.exec(last)?.[0] ?? /^[\w*-]+/.exec(last)?.[0] ?? '*';
      rules.push({ end, declared });
    }
  }
  return rules;
}

/** Decodes references to quotes. Otherwise, the semicolon of a reference would end the declaration. */
function withoutReferences(style: string): string {
  return style.replace(/&(?:quot|apos|#3[49]|#x2[27]);/gi, (reference) => (/quot|34|22/i.test(reference) ? '"' : "'"));
}

/** The extensions that browsers support in `requiredExtensions`. The SVG renderer supports none. */
const BROWSER_EXTENSIONS = /^\s*(?:http:\/\/www\.w3\.org\/(?:1999\/xhtml|1998\/Math\/MathML)\s*)*$/;

/** Returns whether neither browsers nor the SVG renderer draw an element: it is hidden, or needs an unknown extension. */
function isHidden({ attributes }: SvgElement): boolean {
  const extensions = attributes.get('requiredExtensions');
  if (extensions !== undefined && !BROWSER_EXTENSIONS.test(extensions)) return true;
  return /^none\s*(?:!important\s*)?$/.test(attributes.get('display') ?? '');
}

/**
 * Returns the children that a drawing may contain. A `switch` draws at most the children up to the first one without
 * conditions (SVG 2, 5.8). Browsers and the SVG renderer may choose differently among the children with a language or a
 * supported extension. Adds the elements inside of hidden children that other elements refer to, such as gradients.
 * @param isReferenced Returns whether an element refers to an id.
 */
export function drawnChildren(
  { name, children }: SvgElement,
  isReferenced: (id: string) => boolean,
): readonly SvgElement[] {
  const isCertain = ({ isForeign, attributes }: SvgElement) =>
    !isForeign && !attributes.has('requiredExtensions') && !attributes.has('systemLanguage');
  const chosen = name === 'switch' ? children.findIndex(isCertain) : -1;
  return children.flatMap((child, at) =>
    (chosen >= 0 && at > chosen) || isHidden(child) ? referencedInside(child, isReferenced) : [child],
  );
}

/** Returns the outermost elements of a tree that other elements refer to, without its root. */
function referencedInside({ children }: SvgElement, isReferenced: (id: string) => boolean): readonly SvgElement[] {
  const found: SvgElement[] = [];
  const pending = children.toReversed();
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (isReferenced(element.attributes.get('id') ?? '')) found.push(element);
    else for (const child of element.children.toReversed()) pending.push(child);
  }
  return found;
}

const LOCAL_REFERENCE = /^\s*#([^\s]+)\s*$|url\(\s*["']?#([^"')\s]*)/gi;

/** Returns the ids that the attributes of a tree refer to. */
export function referencedIds(root: SvgElement): ReadonlySet<string> {
  const ids = new Set<string>();
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    for (const value of element.attributes.values())
      if (value.includes('#'))
        for (const [, address, local] of value.matchAll(LOCAL_REFERENCE)) ids.add(address ?? local ?? '');
    for (const child of element.children) pending.push(child);
  }
  return ids;
}

function timesIn(text: string, character: string): number {
  let times = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) times += 1;
  return times;
}

function declarations(style: string): readonly (readonly [property: string, value: string])[] {
  if (style === '') return [];
  return style.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    return colon < 0 ? [] : [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const];
  });
}
