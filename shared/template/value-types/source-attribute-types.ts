import { err, ok } from '../../lib/result.ts';
import { utf8Length } from '../../lib/utf8-length.ts';
import { statement } from '../../statements/statement.ts';
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
      if (host === undefined) return err(statement('value/no-address'));
      if (host.includes('@')) return err(statement('value/address-with-credentials'));
      const parts = HOST.exec(host);
      if (parts === null || Number(parts[1] ?? 0) > HIGHEST_PORT) return err(statement('value/address-without-host'));
      if (CONTROL_CHARACTER.test(address)) return err(statement('value/control-characters'));
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
      if (value.trim() === '') return err(statement('value/no-file-name'));
      if (value === '.' || value === '..') return err(statement('value/folder'));
      if (/[/\\]/.test(value)) return err(statement('value/path'));
      if (CONTROL_CHARACTER.test(value)) return err(statement('value/control-characters'));
      if (utf8Length(value) > LONGEST_NAME)
        return err(statement('value/file-name-too-long', { mostBytes: LONGEST_NAME }));
      return ok(value);
    },
    format: String,
  };
}
