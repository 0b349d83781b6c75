import { required } from '../../lib/assert.ts';
import {
  type Attribute,
  type DocumentNode,
  type ElementNode,
  elementsOf,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isBlank } from '../../template/document/names.ts';
import { escapeAttributeValue, isMixed, type Layout, printNodes, STANDARD_LAYOUT } from '../ranges/markup.ts';
import { applyPatches, type Patch } from '../ranges/patch.ts';
import type { AttributeRange, ElementRange, NodeRange, TemplateSource, TextRange } from '../ranges/ranges.ts';
import { nodesBelow, nodesOf } from '../read/node-ids.ts';
import { type ChildList, childListPatches } from './splice-children.ts';

/** Rewrites the text of a source to represent an edited version of its document. */
export function rewriteText(source: TemplateSource, document: TemplateDocument): string {
  return new TextRewriter(source).text(document);
}

class TextRewriter {
  readonly #source: TemplateSource;
  readonly #layout: Layout;
  #previousNodes: ReadonlyMap<NodeId, DocumentNode> | null = null;

  constructor(source: TemplateSource) {
    this.#source = source;
    this.#layout = layoutOf(source);
  }

  text(document: TemplateDocument): string {
    const { text, document: previous } = this.#source;
    const content = { start: editableStart(text, previous), end: text.length };
    const patches = this.#childrenPatches(topLevel(previous), topLevel(document), content, this.#layout.newline);
    return applyPatches(text, { start: 0, end: text.length }, patches);
  }

  #place(id: NodeId): NodeRange {
    return required(this.#source.ranges.get(id), `node ${id} has a place in the text`);
  }

  #previous(id: NodeId): DocumentNode | undefined {
    this.#previousNodes ??= new Map([...nodesOf(this.#source.document)].map((node) => [node.id, node]));
    return this.#previousNodes.get(id);
  }

  /** Returns the patches that change a node to `current`, which has the same id. */
  #nodePatches(previous: DocumentNode, current: DocumentNode): readonly Patch[] {
    if (previous === current) return [];
    const place = this.#place(previous.id);
    if (
      previous.kind === 'element' &&
      current.kind === 'element' &&
      place.kind === 'element' &&
      previous.name === current.name
    )
      return this.#elementPatches(place, previous, current);
    const indentation = indentationAt(this.#source.text, place.start);
    return [{ start: place.start, end: place.end, replacement: this.#print(current, indentation) }];
  }

  #elementPatches(place: ElementRange, previous: ElementNode, current: ElementNode): readonly Patch[] {
    const patches = attributePatches(this.#source.text, place, previous, current);
    if (previous.children === current.children) return patches;
    return [...patches, ...this.#contentPatches(place, previous, current)];
  }

  #contentPatches(place: ElementRange, previous: ElementNode, current: ElementNode): readonly Patch[] {
    // Keep the text if both lists are empty: a node was inserted and removed again.
    if (previous.children.length === 0 && current.children.length === 0) return [];
    const { text } = this.#source;
    const content = { start: place.startTag.end, end: place.endTag?.start ?? place.startTag.end };
    const haveSameIds = (children: readonly DocumentNode[]): boolean =>
      children.every((child, index) => child.id === current.children[index]?.id);
    const sameList = previous.children.length === current.children.length && haveSameIds(previous.children);
    if ((isMixed(previous) || isMixed(current)) && !this.#onlyElementsChange(previous, current, sameList))
      return [this.#replaceContent(place, content, this.#inline(current.children))];
    if (previous.children.length > 0 && current.children.length > 0)
      return this.#childrenPatches(previous.children, current.children, content, null);
    if (previous.children.length === 0)
      return [this.#replaceContent(place, content, this.#firstChildren(place, current.children))];
    return isBlankBetween(
      text,
      content,
      previous.children.map((child) => this.#place(child.id)),
    )
      ? [{ start: this.#tagBracket(place), end: place.end, replacement: `${this.#layout.beforeSlash}/>` }]
      : previous.children.map((child) => ({ ...rangeOf(this.#place(child.id)), replacement: '' }));
  }

  /**
   * Returns whether two lists of children differ only in elements and comments. If so, the texts between them stay in
   * place.
   */
  #onlyElementsChange(previous: ElementNode, current: ElementNode, sameList: boolean): boolean {
    return (
      sameList &&
      previous.children.every((child, index) => {
        const own = current.children[index];
        return child === own || (own?.kind === child.kind && child.kind !== 'text');
      })
    );
  }

  /** Replaces the content of an element. Splits a self-closing tag into a start tag and an end tag. */
  #replaceContent(place: ElementRange, content: TextRange, inner: string): Patch {
    const { text } = this.#source;
    if (place.endTag !== null) return { ...content, replacement: inner };
    const name = text.slice(place.name.start, place.name.end);
    return { start: this.#tagBracket(place), end: place.end, replacement: `>${inner}</${name}>` };
  }

  /**
   * Returns the offset after the name and attributes of a start tag, where the white space before `>` or `/>` begins.
   */
  #tagBracket(place: ElementRange): number {
    return place.attributes.at(-1)?.end ?? place.name.end;
  }

  #firstChildren(place: ElementRange, children: readonly DocumentNode[]): string {
    const outer = indentationAt(this.#source.text, place.start);
    if (outer === null) return children.map((child) => this.#render(child, null)).join('');
    const { newline, indent } = this.#layout;
    const inner = outer + indent;
    const lines = children.map((child) => newline + inner + this.#render(child, inner));
    return `${lines.join('')}${newline}${outer}`;
  }

  #inline(children: readonly DocumentNode[]): string {
    return children.map((child) => this.#render(child, null)).join('');
  }

  #childrenPatches(
    previous: readonly DocumentNode[],
    current: readonly DocumentNode[],
    content: TextRange,
    separator: string | null,
  ): readonly Patch[] {
    const list: ChildList = {
      text: this.#source.text,
      content,
      separator,
      places: previous.map((node) => rangeOf(this.#place(node.id))),
    };
    return childListPatches(list, previous, current, {
      change: (before, after) => this.#nodePatches(before, after),
      render: (node, indentation) => this.#render(node, indentation),
    });
  }

  /**
   * Returns the text of a node at a new position: its existing text, or the printed text if it is new. `indentation` is
   * null within a line.
   */
  #render(node: DocumentNode, indentation: string | null): string {
    const previous = this.#source.ranges.has(node.id) ? this.#previous(node.id) : undefined;
    if (previous === undefined || !isSameKind(previous, node)) return this.#print(node, indentation);
    const { text } = this.#source;
    const place = this.#place(node.id);
    const own = applyPatches(text, place, this.#nodePatches(previous, node));
    const old = indentationAt(text, place.start);
    if (old === null || indentation === null || old === indentation || !this.#canReindent(previous, node)) return own;
    return own.replace(new RegExp(`(\\r\\n|\\n|\\r)${old}`, 'g'), (_, newline: string) => newline + indentation);
  }

  /** Returns whether all line breaks in a node are layout, not content. */
  #canReindent(previous: DocumentNode, current: DocumentNode): boolean {
    const { text } = this.#source;
    for (const node of [...nodesBelow(previous), ...nodesBelow(current)]) {
      if (node.kind !== 'element') {
        if (node.kind === 'text' || /[\r\n]/.test(node.text)) return false;
        continue;
      }
      const place = this.#source.ranges.get(node.id);
      if (place?.kind !== 'element') continue;
      if (place.attributes.some(({ value }) => /[\r\n]/.test(text.slice(value.start, value.end)))) return false;
    }
    return true;
  }

  #print(node: DocumentNode, indentation: string | null): string {
    if (node.kind === 'element' && indentation !== null && !isMixed(node) && this.#hasOldText(node))
      return this.#printAround(node, indentation);
    const layout = indentation === null ? { ...this.#layout, newline: '', indent: '' } : this.#layout;
    return printNodes([node], indentation ?? '', layout);
  }

  /** Returns whether a new element has a descendant that is already in the source. */
  #hasOldText({ children }: ElementNode): boolean {
    return children.some(
      (child) => this.#source.ranges.has(child.id) || (child.kind === 'element' && this.#hasOldText(child)),
    );
  }

  /** Prints a new element around other nodes. Existing nodes keep their text. */
  #printAround(node: ElementNode, indentation: string): string {
    const { newline, indent, beforeSlash } = this.#layout;
    const inner = indentation + indent;
    const empty = printNodes([{ ...node, children: [] }], indentation, this.#layout);
    const start = empty.slice(0, -`${beforeSlash}/>`.length);
    const lines = node.children.map((child) => newline + inner + this.#render(child, inner));
    return `${start}>${lines.join('')}${newline}${indentation}</${node.name}>`;
  }
}

function topLevel(document: TemplateDocument): readonly DocumentNode[] {
  return [...document.prolog, document.root, ...document.epilog];
}

function isSameKind(left: DocumentNode, right: DocumentNode): boolean {
  if (left.kind === 'element' && right.kind === 'element') return left.name === right.name;
  return left.kind === right.kind;
}

function rangeOf({ start, end }: TextRange): TextRange {
  return { start, end };
}

function isBlankBetween(text: string, content: TextRange, ranges: readonly TextRange[]): boolean {
  let from = content.start;
  for (const { start, end } of ranges) {
    if (!isBlank(text.slice(from, start))) return false;
    from = end;
  }
  return isBlank(text.slice(from, content.end));
}

/**
 * Returns the indentation of the line that contains an offset; null if the offset is not at the start of the line's
 * content.
 */
function indentationAt(text: string, offset: number): string | null {
  let start = offset;
  while (start > 0 && (text.charAt(start - 1) === ' ' || text.charAt(start - 1) === '\t')) start -= 1;
  const before = text.charAt(start - 1);
  return start === 0 || before === '\n' || before === '\r' || before === '\uFEFF' ? text.slice(start, offset) : null;
}

/** Detects the layout of a text from its first elements. Uses the layout of the formatter if it cannot detect one. */
function layoutOf({ text, document, ranges }: TemplateSource): Layout {
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? STANDARD_LAYOUT.newline;
  let indent: string | null = null;
  let beforeSlash: Layout['beforeSlash'] | null = null;
  for (const element of elementsOf(document.root)) {
    const place = ranges.get(element.id);
    if (place?.kind !== 'element') continue;
    if (place.endTag === null) beforeSlash ??= /[ \t\r\n]/.test(text.charAt(place.end - 3)) ? ' ' : '';
    const firstChild = ranges.get(element.children[0]?.id ?? element.id);
    if (firstChild !== undefined && firstChild !== place)
      indent ??= unitBetween(indentationAt(text, place.start), indentationAt(text, firstChild.start));
    if (indent !== null && beforeSlash !== null) break;
  }
  return { newline, indent: indent ?? STANDARD_LAYOUT.indent, beforeSlash: beforeSlash ?? STANDARD_LAYOUT.beforeSlash };
}

function unitBetween(outer: string | null, inner: string | null): string | null {
  if (outer === null || inner === null || !inner.startsWith(outer) || inner === outer) return null;
  return inner.slice(outer.length);
}

/** Returns the offset at which the editable text starts: after the byte order mark and the XML declaration. */
function editableStart(text: string, document: TemplateDocument): number {
  if (document.declaration) return text.indexOf('?>') + 2;
  return text.startsWith('\uFEFF') ? 1 : 0;
}

interface KnownAttribute {
  readonly attribute: Attribute;
  readonly place: AttributeRange;
  /** The white space before the attribute. */
  readonly gap: string;
}

/**
 * Returns the patches that give a start tag the attributes in `current`. They change single values, or all attributes
 * if the order changes.
 */
function attributePatches(
  text: string,
  place: ElementRange,
  previous: ElementNode,
  current: ElementNode,
): readonly Patch[] {
  if (previous.attributes === current.attributes) return [];
  const existing = knownAttributes(text, place, previous);
  const byName = new Map(existing.map((entry, index) => [entry.attribute.name, index]));
  const order = current.attributes.flatMap(({ name }) => byName.get(name) ?? []);
  const inOrder = order.every((index, position) => position === 0 || index > (order[position - 1] ?? 0));
  return inOrder
    ? [...changedValues(place, existing, current), ...removedAttributes(existing, current)]
    : [rewrittenAttributes(place, existing, current)];
}

function knownAttributes(text: string, place: ElementRange, element: ElementNode): readonly KnownAttribute[] {
  return element.attributes.flatMap((attribute, index) => {
    const own = place.attributes[index];
    if (own === undefined) return [];
    const gap = text.slice(place.attributes[index - 1]?.end ?? place.name.end, own.start);
    return [{ attribute, place: own, gap }];
  });
}

function changedValues(
  place: ElementRange,
  existing: readonly KnownAttribute[],
  current: ElementNode,
): readonly Patch[] {
  const patches: Patch[] = [];
  const byName = new Map(existing.map((entry, index) => [entry.attribute.name, index]));
  let last = -1;
  for (const attribute of current.attributes) {
    const index = byName.get(attribute.name);
    const own = existing[index ?? -1];
    if (index === undefined || own === undefined) {
      const offset = existing[last]?.place.end ?? place.name.end;
      patches.push({
        start: offset,
        end: offset,
        replacement: writtenAttribute(attribute, existing[last + 1] ?? existing[last]),
      });
      continue;
    }
    last = index;
    if (own.attribute.value === attribute.value) continue;
    const { value, quote } = own.place;
    patches.push({ start: value.start, end: value.end, replacement: escapeAttributeValue(attribute.value, quote) });
  }
  return patches;
}

function removedAttributes(existing: readonly KnownAttribute[], current: ElementNode): readonly Patch[] {
  const names = new Set(current.attributes.map(({ name }) => name));
  return existing
    .filter(({ attribute }) => !names.has(attribute.name))
    .map(({ place, gap }) => ({ start: place.start - gap.length, end: place.end, replacement: '' }));
}

function rewrittenAttributes(place: ElementRange, existing: readonly KnownAttribute[], current: ElementNode): Patch {
  const model = existing[1] ?? existing[0];
  const replacement = current.attributes.map((attribute) => writtenAttribute(attribute, model)).join('');
  return { start: place.name.end, end: existing.at(-1)?.place.end ?? place.name.end, replacement };
}

/** Formats an attribute with the white space and quotes of an adjacent attribute. */
function writtenAttribute({ name, value }: Attribute, model: KnownAttribute | undefined): string {
  const quote = model?.place.quote ?? '"';
  return `${model?.gap ?? ' '}${name}=${quote}${escapeAttributeValue(value, quote)}${quote}`;
}
