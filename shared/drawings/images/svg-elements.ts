import { err, ok, type Result } from '../../lib/result.ts';
import type { SvgRefusal } from '../drawing/drawing.ts';

/** An element of an SVG file, as far as it decides about work and features. */
export interface SvgElement {
  /** Without a prefix. */
  readonly name: string;
  /** Whether its prefix is another one than the root's, as of `sodipodi:namedview`. */
  readonly isForeign: boolean;
  /** As written, those of `style` and of rules for its class, name or id among them; names without a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SvgElement[];
  /** Characters of text in it. */
  textLength: number;
}

/** A file as a tree, and its elements by their ids. */
export interface SvgTree {
  readonly root: SvgElement;
  readonly byId: ReadonlyMap<string, SvgElement>;
  readonly elements: number;
  /** The text of its style sheets. */
  readonly style: string;
  /** Rules of its style sheets. */
  readonly rules: number;
  /** Declarations of its styles, each as often as its style has characters. */
  readonly declared: number;
  /** Declarations of rules, each as often as there are elements that it holds for. */
  readonly applied: number;
  /** Characters, those of entities among them. */
  readonly characters: number;
}

/** Bounds that hold in the editor and in the engine. */
export const svgLimits = {
  elements: 1_000_000,
  /** Nested elements. The drawer recurses: with a stack of 1 MB, as in a page, it overflows between 400 and 700. */
  depth: 300,
} as const;
/** Of an entity's value: they name namespaces and colours. */
const MOST_ENTITY = 4096;
const MOST_ENTITIES = 1000;
/** Characters that entities add: names of namespaces add some thousands. */
const MOST_EXPANDED = 2 ** 20;
/** Of an element: each is held against all others. */
const MOST_ATTRIBUTES = 2000;
/** Every rule is held against every element. */
const MOST_MATCHES = 20_000_000;
const MOST_RULES = 50_000;
/** More of either than a drawing may take time for. */
const [MOST_DECLARED, MOST_APPLIED] = [10_000_000_000, 5_000_000];

const TAG = /<(?:!--|!\[CDATA\[|!DOCTYPE|\?|\/?)/g;
const NAME = /(?:([^\s=<>"'/:]+):)?([^\s=<>"'/]+)/y;
const ATTRIBUTE = /\s*([^\s=<>"'/]+)\s*=\s*("[^"]*"|'[^']*')/y;
const ENTITY = /<!ENTITY\s+(?:%\s+)?([^\s%"'<>]+)\s+("[^"]*"|'[^']*')/g;
const REFERENCE = /&([^\s;&<>"'#]{1,64});/g;

/** Why a file is not read; null if only its work is too much. */
export type SvgTreeRefusal = SvgRefusal | null;

/**
 * Reads an SVG file as far as work and features depend on it. Refuses files with too many or too deep elements, and with
 * entities that hold more than a value. It accepts text that is not well-formed; the drawer refuses that.
 * @param text Whose characters are its bytes, or its characters.
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
  private root: SvgElement | null = null;
  private rootPrefix = '';
  private refusal: SvgTreeRefusal = null;
  private elements = 0;
  private declared = 0;

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
      if (match === null) break;
      const next = this.takeTag(match[0], TAG.lastIndex);
      if (next === null) return err(this.refusal);
      at = next;
    }
    if (this.root === null) return err({ of: 'xml', line: null });
    const style = this.styles.join('\n');
    this.declared += style.length * timesIn(style, ':');
    if (this.declared > MOST_DECLARED || timesIn(style, '{') + timesIn(style, ',') > MOST_RULES) return err(null);
    const rules = rulesOf(style);
    if (rules.length * this.elements > MOST_MATCHES) return err(null);
    const applied = rules.length === 0 ? 0 : this.addStyles(this.root, rules);
    if (applied > MOST_APPLIED) return err(null);
    const { root, byId, elements, declared } = this;
    return ok({ root, byId, elements, style, rules: rules.length, declared, applied, characters: this.text.length });
  }

  private takeText(from: number, to: number): void {
    const parent = this.open.at(-1);
    if (parent === undefined || to === from) return;
    parent.textLength += to - from;
    if (parent.name === 'style') this.styles.push(this.text.slice(from, to));
  }

  /** @returns The place behind it; null where the file is not to be drawn. */
  private takeTag(begin: string, inside: number): number | null {
    const behind = (end: string): number => {
      const found = this.text.indexOf(end, inside);
      return found < 0 ? this.text.length : found + end.length;
    };
    if (begin === '<!--') return behind('-->');
    if (begin === '<?') return behind('?>');
    if (begin === '<![CDATA[') {
      const end = behind(']]>');
      this.takeText(inside, Math.max(inside, end - 3));
      return end;
    }
    if (begin === '<!DOCTYPE') return this.takeDoctype(inside);
    if (begin === '</') {
      this.open.pop();
      return behind('>');
    }
    return this.takeElement(inside);
  }

  private takeDoctype(inside: number): number | null {
    const bracket = this.text.indexOf('[', inside);
    const plain = this.text.indexOf('>', inside);
    if (bracket < 0 || (plain >= 0 && plain < bracket)) return plain < 0 ? this.text.length : plain + 1;
    const end = /\]\s*>/g;
    end.lastIndex = bracket;
    const found = end.exec(this.text);
    const declared = this.text.slice(bracket, found?.index ?? this.text.length);
    const entities = new Map<string, string>();
    for (const [, name = '', quoted = ''] of declared.matchAll(ENTITY)) {
      const holdsMore = quoted.includes('<') || quoted.includes('&') || quoted.length > MOST_ENTITY;
      if (holdsMore || entities.size >= MOST_ENTITIES) return this.refuse({ of: 'entities' });
      // The first of a name counts (XML 1.0, 4.2).
      if (!entities.has(name)) entities.set(name, quoted.slice(1, -1));
    }
    if (found === null) return this.text.length;
    const isBounded = entities.size === 0 || this.expand(end.lastIndex, entities);
    return isBounded ? end.lastIndex : this.refuse({ of: 'entities' });
  }

  private refuse(refusal: SvgRefusal): null {
    this.refusal = refusal;
    return null;
  }

  /** Writes entities out in what follows; false where that would be more than a file of them has. */
  private expand(from: number, entities: ReadonlyMap<string, string>): boolean {
    const rest = this.text.slice(from);
    let added = 0;
    for (const [, name = ''] of rest.matchAll(REFERENCE)) {
      added += entities.get(name)?.length ?? 0;
      if (added > MOST_EXPANDED) return false;
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
      if (attributes.size > MOST_ATTRIBUTES) return null;
    }
    const style = attributes.get('style') ?? '';
    this.declared += style.length * timesIn(style, ':');
    if (this.declared > MOST_DECLARED) return null;
    for (const [property, value] of declarations(style)) attributes.set(property, value);
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
   * Rules count for every element that they may mean: what stands before their last part is not looked at.
   * @returns How many declarations were given to elements; it ends with more than may be.
   */
  private addStyles(root: SvgElement, rules: readonly Rule[]): number {
    let applied = 0;
    const byEnd = Map.groupBy(rules, ({ end }) => end);
    const pending = [root];
    for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
      const { attributes } = element;
      const classes = (attributes.get('class') ?? '').split(/\s+/).map((each) => `.${each}`);
      const ends = ['*', element.name, `#${attributes.get('id') ?? ''}`, ...classes];
      for (const { found } of ends.flatMap((end) => byEnd.get(end) ?? [])) {
        applied += found.length;
        if (applied > MOST_APPLIED) return applied;
        for (const [property, value] of found) (attributes as Map<string, string>).set(property, value);
      }
      for (const child of element.children) pending.push(child);
    }
    return applied;
  }
}

interface Rule {
  /** The element, class or id that its selector ends with. */
  readonly end: string;
  readonly found: readonly (readonly [property: string, value: string])[];
}

function rulesOf(style: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (const block of style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split('}')) {
    const brace = block.indexOf('{');
    // Rules such as `@media` and `@font-face` have no effect in the drawer.
    if (brace < 0 || block.trimStart().startsWith('@')) continue;
    const found = declarations(block.slice(brace + 1));
    for (const selector of block.slice(0, brace).split(',')) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '';
      const end = /[.#][\w-]+(?=[^.#]*$)/.exec(last)?.[0] ?? /^[\w*-]+/.exec(last)?.[0] ?? '*';
      rules.push({ end, found });
    }
  }
  return rules;
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
