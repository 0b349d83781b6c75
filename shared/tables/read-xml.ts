import { SaxesParser } from 'saxes';
import { message } from '../messages/message.ts';
import { TableError, workbookLimits } from './workbook.ts';

/** The attributes of an element. */
export type Attributes = Readonly<Record<string, string>>;

/** The events of a document. */
export interface XmlHandler {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/**
 * The prefixes of names in events, by namespace. Names of the prefix `''` have no prefix. Elements of other namespaces
 * have the prefix `other`, or another prefix that the file declares.
 */
export type Namespaces = Readonly<Record<string, string>>;

/**
 * Reads a document. Without `namespaces`, element names in events are local names. Throws {@link TableError} for
 * malformed XML, for document types, and for documents beyond the limits.
 */
export async function readXml(
  pieces: AsyncIterable<string>,
  file: string,
  handler: XmlHandler,
  namespaces: Namespaces | null = null,
): Promise<void> {
  const parser = new SaxesParser<{ readonly position: false; readonly xmlns: false }>({
    position: false,
    xmlns: false,
  });
  const names = namespaces === null ? null : new PrefixNames(namespaces);
  const local = new Map<string, string>();
  const nameOf = (written: string): string => {
    if (names !== null) return names.of(written);
    const known = local.get(written);
    if (known !== undefined) return known;
    const name = written.slice(written.indexOf(':') + 1);
    if (local.size < MAX_NAMES) local.set(written, name);
    return name;
  };
  let depth = 0;
  const fault = (): never => {
    throw new TableError('table/unreadable', message('sheet/xml', { file }));
  };
  const tooLarge = (what: 'depth' | 'attributes', most: number): never => {
    throw new TableError('table/too-large', message('sheet/limit', { what, most, place: file }));
  };
  parser.on('error', fault);
  parser.on('doctype', fault);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > workbookLimits.depth) tooLarge('depth', workbookLimits.depth);
    const written = Object.keys(attributes).length;
    if (written > workbookLimits.attributes) tooLarge('attributes', workbookLimits.attributes);
    if (names === null) return handler.open(nameOf(name), attributes);
    names.declare(attributes, depth);
    handler.open(nameOf(name), names.attributes(attributes));
  });
  parser.on('closetag', ({ name }) => {
    handler.close?.(nameOf(name));
    names?.leave(depth);
    depth -= 1;
  });
  const { text } = handler;
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  for await (const piece of pieces) parser.write(piece);
  parser.close();
}

/** The maximum number of cached names, because a hostile file can contain many. */
const MAX_NAMES = 1_000;

/** The prefixes that an element declares. `isUsual` is true if the valid prefixes are as in {@link Namespaces}. */
interface Scope {
  readonly depth: number;
  readonly declared: ReadonlyMap<string, string>;
  readonly isUsual: boolean;
  readonly outer: Scope | null;
}

/** Replaces the prefixes in a file with the prefixes of {@link Namespaces}. */
class PrefixNames {
  readonly #namespaces: Namespaces;
  readonly #usual: ReadonlySet<string>;
  #scope: Scope;

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces;
    this.#usual = new Set(Object.values(namespaces));
    const unprefixed = this.#usual.has('') ? '' : 'other';
    this.#scope = { depth: 0, declared: new Map([['', unprefixed]]), isUsual: true, outer: null };
  }

  /** Reads the declarations of an element that opens at a depth. */
  declare(attributes: Attributes, depth: number): void {
    const declared = new Map<string, string>();
    let { isUsual } = this.#scope;
    for (const name in attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice('xmlns:'.length);
      const usual = this.#namespaces[attributes[name] ?? ''] ?? 'other';
      declared.set(prefix, usual);
      if (usual === 'other' ? this.#usual.has(prefix) : usual !== prefix) isUsual = false;
    }
    if (declared.size > 0) this.#scope = { depth, declared, isUsual, outer: this.#scope };
  }

  /** Ends the declarations of an element that closes at a depth. */
  leave(depth: number): void {
    if (this.#scope.depth === depth) this.#scope = this.#scope.outer ?? this.#scope;
  }

  of(written: string): string {
    if (this.#scope.isUsual) return written;
    const at = written.indexOf(':');
    const usual = this.#prefixOf(at < 0 ? '' : written.slice(0, at));
    return `${usual === '' ? '' : `${usual}:`}${written.slice(at + 1)}`;
  }

  /** Replaces the prefixes of attributes. The default namespace applies only to elements. */
  attributes(written: Attributes): Attributes {
    if (this.#scope.isUsual) return written;
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name.includes(':') ? this.of(name) : name, value]),
    );
  }

  #prefixOf(prefix: string): string {
    for (let scope: Scope | null = this.#scope; scope !== null; scope = scope.outer) {
      const usual = scope.declared.get(prefix);
      if (usual !== undefined) return usual;
    }
    return 'other';
  }
}
