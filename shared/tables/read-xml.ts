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

/** The prefixes of names in events, by namespace. Elements of other namespaces have the prefix `other`. */
export type Namespaces = Readonly<Record<string, string>>;

/**
 * Reads a document. Without `namespaces`, element names in events are local names, so strict and transitional workbooks
 * look the same. Attribute names are unchanged. Throws {@link TableError} for malformed XML, for document types, and for
 * documents beyond the limits.
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
    names.declare(attributes);
    handler.open(nameOf(name), names.attributes(attributes));
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close?.(nameOf(name));
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

/** Replaces the prefixes in a file with the prefixes of {@link Namespaces}. */
class PrefixNames {
  readonly #namespaces: Namespaces;
  readonly #prefixes = new Map<string, string>();
  #isUsual = true;

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces;
  }

  declare(attributes: Attributes): void {
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue;
      const prefix = name === 'xmlns' ? '' : name.slice(6);
      const usual = this.#namespaces[attributes[name] ?? ''] ?? 'other';
      if (this.#prefixes.size < MAX_NAMES) this.#prefixes.set(prefix, usual);
      const isKnown = Object.values(this.#namespaces).includes(prefix);
      if (usual === 'other' ? isKnown : usual !== prefix) this.#isUsual = false;
    }
  }

  of(written: string): string {
    if (this.#isUsual) return written;
    const at = written.indexOf(':');
    const prefix = at < 0 ? '' : written.slice(0, at);
    return `${this.#prefixes.get(prefix) ?? 'other'}:${written.slice(at + 1)}`;
  }

  attributes(written: Attributes): Attributes {
    if (this.#isUsual) return written;
    return Object.fromEntries(Object.entries(written).map(([name, value]) => [this.of(name), value]));
  }
}
