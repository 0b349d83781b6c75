import { isLanguageTag } from '../../formats/languages.ts';
import { UNSIGNED_DECIMAL } from '../../lib/decimal-text.ts';
import { err, ok } from '../../lib/result.ts';
import { formatPaint, PAINT_PATTERN, paintOf } from '../../lib/srgb.ts';
import { utf8Length } from '../../lib/utf8-length.ts';
import { isVariableName } from '../../lib/variable-name.ts';
import { message } from '../../messages/message.ts';
import type { Paint } from '../values/color.ts';
import { DECIMAL, decimalOf, formatDecimal, partsOf, VALUE_SEPARATOR } from '../values/lengths.ts';
import type { TextShadow } from '../values/text-style.ts';
import { type AttributeType, number, type SourceKind } from './attribute-types.ts';

const OUTLINE = `^\\s*${UNSIGNED_DECIMAL}${VALUE_SEPARATOR}${PAINT_PATTERN}\\s*$`;
const SHADOW = `^\\s*${DECIMAL}${VALUE_SEPARATOR}${DECIMAL}${VALUE_SEPARATOR}${UNSIGNED_DECIMAL}${VALUE_SEPARATOR}${PAINT_PATTERN}\\s*$`;
const isOutline = new RegExp(OUTLINE);
const isShadow = new RegExp(SHADOW);
/**
 * The maximum width of an outline, and the maximum offset and blur of a shadow, in pixels. Larger values look the same,
 * but take longer to draw.
 */
const MAX_LENGTH = 1000;

/** Creates a type of outlines: `width, color`. */
export function outline(): AttributeType<{ readonly width: number; readonly color: Paint }> {
  return {
    kind: 'outline',
    variableType: 'text',
    pattern: OUTLINE,
    parse: (text) => {
      const [width = '', color = ''] = partsOf(text);
      return isOutline.test(text) && Number(width) <= MAX_LENGTH
        ? ok({ width: decimalOf(width), color: paintOf(color) })
        : err(message('value/no-outline', { widest: MAX_LENGTH }));
    },
    format: ({ width, color }) => `${formatDecimal(width)}, ${formatPaint(color)}`,
  };
}

/** Creates a type of shadows: `x, y, blur, color`. */
export function shadow(): AttributeType<TextShadow> {
  return {
    kind: 'shadow',
    variableType: 'text',
    pattern: SHADOW,
    parse: (text) => {
      const [across = '', down = '', blur = '', color = ''] = partsOf(text);
      const isNear = [across, down, blur].every((length) => Math.abs(Number(length)) <= MAX_LENGTH);
      return isShadow.test(text) && isNear
        ? ok({ across: decimalOf(across), down: decimalOf(down), blur: decimalOf(blur), color: paintOf(color) })
        : err(message('value/no-shadow', { widest: MAX_LENGTH }));
    },
    format: ({ across, down, blur, color }) =>
      `${[across, down, blur].map(formatDecimal).join(', ')}, ${formatPaint(color)}`,
  };
}

/** Creates a type of font lists: family names or font file names, separated by commas, in lookup order. */
export function fontList(): AttributeType<readonly string[]> {
  return {
    kind: 'fonts',
    variableType: 'text',
    pattern: '^[^,]*[^,\\s][^,]*(?:,[^,]*[^,\\s][^,]*)*$',
    parse: (text) => {
      const names = text.split(',').map((name) => name.trim());
      return names.includes('') ? err(message('value/no-fonts')) : ok(names);
    },
    format: (names) => names.join(', '),
  };
}

/**
 * Returns whether a name in a font list is a file name. Also accepts unsupported file types, because a finding must
 * name the file.
 */
export function isFontFile(name: string): boolean {
  return /\.(?:ttf|otf|ttc|otc|woff2?|eot|pfa|pfb|dfont)$/i.test(name);
}

/** A permitted value of a variable. */
export interface Choice {
  readonly value: string;
  /** The label in forms; null if it equals the value. */
  readonly label: string | null;
}

/**
 * Matches the separator between a value and its label. A colon without white space after it is a part of the value, as
 * in a URL.
 */
const LABEL = /:\s+/;

/** The pattern of a field or item name: a letter or `_`, followed by letters, digits, `_`, and `-`. */
const ITEM_NAME = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_\\-]*';
const isItemName = new RegExp(`^${ITEM_NAME}$`, 'u');

/** Creates a type of names of fields and items. */
export function itemName(): AttributeType<string> {
  return {
    kind: 'variable-name',
    variableType: 'text',
    pattern: `^\\s*${ITEM_NAME}\\s*$`,
    parse: (text) => {
      const name = text.trim();
      return isItemName.test(name) ? ok(name) : err(message('value/no-item-name'));
    },
    format: String,
  };
}

export function variableName(): AttributeType<string> {
  return {
    kind: 'variable-name',
    variableType: 'text',
    pattern: '^\\s*[^\\s,{}$]+\\s*$',
    parse: (text) => {
      const name = text.trim();
      return isVariableName(name) ? ok(name) : err(message('value/no-variable-name'));
    },
    format: String,
  };
}

/** Creates a type of language tags (BCP 47), such as `de` or `pt-BR`. */
export function languageTag(): AttributeType<string> {
  return {
    kind: 'language',
    variableType: 'text',
    pattern: '^\\s*[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\\s*$',
    parse: (text) => {
      const tag = text.trim();
      return isLanguageTag(tag) ? ok(tag) : err(message('value/no-language'));
    },
    format: String,
  };
}

/** Creates a type of choice lists: comma-separated entries `value` or `value: label`, without duplicate values. */
export function choiceList(): AttributeType<readonly Choice[]> {
  return {
    kind: 'choices',
    variableType: 'text',
    parse: (text) => {
      const choices = text.split(',').map(readChoice);
      const values = new Set<string>();
      for (const { value, label } of choices) {
        if (value === '' || label === '') return err(message('value/no-choices'));
        if (values.has(value)) return err(message('value/choice-twice', { choice: value }));
        values.add(value);
      }
      return ok(choices);
    },
    format: (choices) => choices.map(formatChoice).join(', '),
  };
}

export function positiveNumber(): AttributeType<number> {
  const type = number({});
  return {
    ...type,
    parse: (text, rate) => {
      const read = type.parse(text, rate);
      return read.ok && read.value <= 0 ? err(message('value/not-above-zero')) : read;
    },
  };
}

/** Formats one entry of `choices`. */
export function formatChoice({ value, label }: Choice): string {
  return label === null ? value : `${value}: ${label}`;
}

function readChoice(written: string): Choice {
  const text = written.trim();
  const colon = LABEL.exec(text);
  if (colon === null)
    return text.endsWith(':') ? { value: text.slice(0, -1), label: '' } : { value: text, label: null };
  return { value: text.slice(0, colon.index).trim(), label: text.slice(colon.index + colon[0].length).trim() };
}

/**
 * Creates a type of conditions. It does not parse them, because conditions are parsed later with their placeholders.
 */
export function conditionType(): AttributeType<string> {
  return { kind: 'condition', variableType: 'text', parse: ok, format: String };
}

/** Creates a type of comma-separated values. */
export function caseList(): AttributeType<readonly string[]> {
  return {
    kind: 'cases',
    variableType: 'text',
    parse: (text) => ok(text.split(',').map((value) => value.trim())),
    format: (cases) => cases.join(', '),
  };
}

const ADDRESS = /^https?:\/\/([^/?#\s]+)[^\s]*$/i;
/** Matches a host name, an IPv4 address, or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[^[\]:%<>^|`{}"\\]+)(?::(\d{0,5}))?$/i;
const MAX_PORT = 65_535;
/** The maximum length of a file name in UTF-8 bytes. */
const MAX_NAME = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;

/** Creates a type of HTTP(S) URLs. It does not check the destination, which the code that fetches a URL does. */
export function url(source: SourceKind): AttributeType<string> {
  return {
    kind: 'url',
    variableType: 'media',
    source,
    pattern: '^\\s*[hH][tT][tT][pP][sS]?://',
    parse: (value) => {
      const address = value.trim();
      const host = ADDRESS.exec(address)?.[1];
      if (host === undefined) return err(message('value/no-address'));
      if (host.includes('@')) return err(message('value/address-with-credentials'));
      const parts = HOST.exec(host);
      if (parts === null || Number(parts[1] ?? 0) > MAX_PORT) return err(message('value/address-without-host'));
      if (CONTROL_CHARACTER.test(address)) return err(message('value/control-characters'));
      return ok(address);
    },
    format: String,
  };
}

/** The keyword that uses the poster of the film as its cover. */
export const POSTER_COVER = 'poster';

/** Creates a type of covers: the file name of an image, or the keyword `poster`. */
export function coverSource(): AttributeType<string> {
  const name = assetName('image');
  return {
    ...name,
    words: [POSTER_COVER],
    parse: (value, rate) => (value.trim() === POSTER_COVER ? ok(POSTER_COVER) : name.parse(value, rate)),
  };
}

/** Creates a type of file names. A file name is a single path segment, so it cannot leave its folder or project. */
export function assetName(source: SourceKind): AttributeType<string> {
  return {
    kind: 'asset',
    variableType: 'media',
    source,
    pattern: '^[^/\\\\]+$',
    parse: (value) => {
      if (value.trim() === '') return err(message('value/no-file-name'));
      if (value === '.' || value === '..') return err(message('value/folder'));
      if (/[/\\]/.test(value)) return err(message('value/path'));
      if (CONTROL_CHARACTER.test(value)) return err(message('value/control-characters'));
      if (utf8Length(value) > MAX_NAME) return err(message('value/file-name-too-long', { mostBytes: MAX_NAME }));
      return ok(value);
    },
    format: String,
  };
}
