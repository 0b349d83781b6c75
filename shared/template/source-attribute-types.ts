import { err, ok } from '../lib/result.ts';
import type { AttributeType } from './attribute-types.ts';

const ADDRESS = /^https?:\/\/([^/?#\s]+)[^\s]*$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** The http(s) address of a source. Where it may lead is for whoever fetches it to judge. */
export function url(): AttributeType<string> {
  return {
    kind: 'url',
    variableType: 'media',
    pattern: '^\\s*[hH][tT][tT][pP][sS]?://',
    parse: (value) => {
      const address = value.trim();
      const host = ADDRESS.exec(address)?.[1];
      if (host === undefined) return err('must be an address that begins with http:// or https:// and holds no spaces');
      if (host.includes('@')) return err('must not hold a user name or password');
      if (CONTROL_CHARACTER.test(address)) return err('must not hold control characters');
      return ok(address);
    },
    format: String,
  };
}

/** The name of a file, one path segment: never a way out of the folder or project it is looked up in. */
export function assetName(): AttributeType<string> {
  return {
    kind: 'asset',
    variableType: 'media',
    pattern: '^[^/\\\\]+$',
    parse: (value) => {
      if (value === '') return err('must name a file');
      if (value === '.' || value === '..') return err('must name a file, not a folder');
      if (/[/\\]/.test(value)) return err('must be a file name without folders');
      if (CONTROL_CHARACTER.test(value)) return err('must not hold control characters');
      return ok(value);
    },
    format: String,
  };
}
