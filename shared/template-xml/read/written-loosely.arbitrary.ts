import fc from 'fast-check';
import type { DocumentNode, TemplateDocument } from '#shared/template/document/document.ts';
import { escapeAttributeValue, isMixed } from '../ranges/markup.ts';

/** Generates texts of a document with arbitrary valid white space and quotes. */
export function anyTextOf(document: TemplateDocument): fc.Arbitrary<string> {
  return fc
    .record({
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      choices: fc.infiniteStream(fc.nat({ max: 11 })),
    })
    .map(({ newline, choices }) => new LooseWriter(newline, choices).document(document));
}

class LooseWriter {
  readonly #newline: string;
  readonly #choices: Iterator<number>;

  constructor(newline: string, choices: Iterator<number>) {
    this.#newline = newline;
    this.#choices = choices;
  }

  document({ declaration, prolog, root, epilog }: TemplateDocument): string {
    const head = declaration ? `<?xml version='1.0'${this.#blank()}?>` : '';
    const nodes = [...prolog, root, ...epilog].map((node) => this.#blank() + this.#node(node, 0));
    return `${declaration || this.#choose() > 2 ? head : '\uFEFF'}${nodes.join('')}${this.#blank()}`.replace(
      /^[ \t\r\n]+(?=<\?)/,
      '',
    );
  }

  #node(node: DocumentNode, depth: number): string {
    if (node.kind === 'comment') return `<!--${node.text.replaceAll('\n', this.#newline)}-->`;
    if (node.kind === 'text' && node.cdata) return `<![CDATA[${node.text.replaceAll('\n', this.#newline)}]]>`;
    if (node.kind === 'text')
      return node.text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&#x3c;')
        .replaceAll(']]>', ']]&gt;')
        .replaceAll('\r', '&#xd;')
        .replaceAll('\n', this.#newline);
    const attributes = node.attributes.map(({ name, value }) => this.#space(depth) + this.#attribute(name, value));
    const start = `<${node.name}${attributes.join('')}${this.#blank()}`;
    if (node.children.length === 0 && this.#choose() > 3) return `${start}/>`;
    const blank = isMixed(node) ? () => '' : () => this.#indentation(depth);
    const inner = node.children.map((child) => blank() + this.#node(child, depth + 1)).join('');
    return `${start}>${inner}${isMixed(node) ? '' : this.#blank()}</${node.name}${this.#blank()}>`;
  }

  #attribute(name: string, value: string): string {
    const quote = this.#choose() > 3 ? '"' : "'";
    const equals = `${this.#blank()}=${this.#blank()}`;
    return `${name}${equals}${quote}${escapeAttributeValue(value, quote).replaceAll('&gt;', '>')}${quote}`;
  }

  #indentation(depth: number): string {
    const choice = this.#choose();
    if (choice < 2) return this.#blank();
    return this.#newline + (choice === 2 ? '\t' : '  ').repeat(depth + 1);
  }

  #space(depth: number): string {
    const choice = this.#choose();
    return choice < 8 ? ' ' : choice === 8 ? '\t ' : this.#newline + ' '.repeat(4 * depth);
  }

  #blank(): string {
    const choice = this.#choose();
    if (choice < 7) return '';
    return [' ', '\t', this.#newline, `${this.#newline}${this.#newline}  `, '  '][choice - 7] ?? '';
  }

  #choose(): number {
    return this.#choices.next().value ?? 0;
  }
}
