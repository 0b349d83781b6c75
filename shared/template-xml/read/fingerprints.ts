import type { DocumentNode } from '../../template/document/document.ts';

/** Numbers subtrees so that two have the same number exactly when they are equal but for their ids. */
export class Fingerprints {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<DocumentNode, number>();

  of(node: DocumentNode): number {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const description = this.#describe(node);
    const number = this.#numbers.get(description) ?? this.#numbers.size;
    this.#numbers.set(description, number);
    this.#known.set(node, number);
    return number;
  }

  /** JSON, so that no value can pass for the punctuation between two. */
  #describe(node: DocumentNode): string {
    switch (node.kind) {
      case 'element': {
        const attributes = node.attributes.flatMap(({ name, value }) => [name, value]);
        return JSON.stringify([node.name, attributes, node.children.map((child) => this.of(child))]);
      }
      case 'comment':
        return JSON.stringify({ comment: node.text });
      case 'text':
        return JSON.stringify({ [node.cdata ? 'cdata' : 'text']: node.text });
    }
  }
}
