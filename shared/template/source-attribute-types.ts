import { err, ok } from '../lib/result.ts';
import { utf8Length } from '../lib/utf8-length.ts';
import type { AttributeType, SourceKind } from './attribute-types.ts';

const ADDRESS = /^https?:\/\/([^/?#\s]+)[^\s]*$/i;
/** A name or an address of version 4, or one of version 6 in brackets; then perhaps a port. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^[\]:%<>^|`{}"\\]+)(?::(\d{0,5}))?$/i;
const HIGHEST_PORT = 65_535;
/** What file systems allow, in UTF-8. */
const LONGEST_NAME = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** The http(s) address of a source. Where it may lead is for whoever fetches it to judge. */
export function url(source: SourceKind): AttributeType<string> {
  return {
    kind: 'url',
    variableType: 'media',
    source,
    pattern: '^\\s*[hH][tT][tT][pP][sS]?://',
    parse: (value) => {
      const address = value.trim();
      const host = ADDRESS.exec(address)?.[1];
      if (host === undefined) return err('must be an address that begins with http:// or https:// and holds no spaces');
      if (host.includes('@')) return err('must not hold a user name or password');
      const parts = HOST.exec(host);
      if (parts === null || Number(parts[1] ?? 0) > HIGHEST_PORT)
        return err('must name a host behind http:// or https://, such as example.org or example.org:8080');
      if (CONTROL_CHARACTER.test(address)) return err('must not hold control characters');
      return ok(address);
    },
    format: String,
  };
}

/** The name of a file, one path segment: never a way out of the folder or project it is looked up in. */
export function assetName(source: SourceKind): AttributeType<string> {
  return {
    kind: 'asset',
    variableType: 'media',
    source,
    pattern: '^[^/\\\\]+$',
    parse: (value) => {
      if (value.trim() === '') return err('must name a file');
      if (value === '.' || value === '..') return err('must name a file, not a folder');
      if (/[/\\]/.test(value)) return err('must be a file name without folders');
      if (CONTROL_CHARACTER.test(value)) return err('must not hold control characters');
      if (utf8Length(value) > LONGEST_NAME) return err(`must be a file name of at most ${LONGEST_NAME} bytes`);
      return ok(value);
    },
    format: String,
  };
}
