import type { NumberFormat } from './number-format.ts';
import { type Namespaces, readXml, type XmlHandler } from './read-xml.ts';
import { formatOf } from './show-number.ts';
import type { WorkbookParts } from './workbook.ts';

/** The namespaces of transitional and strict workbooks (ECMA-376, part 1, A.2 and part 4, A.2). */
const SPREADSHEETML: Namespaces = {
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': '',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': '',
};

/**
 * Reads a part of a workbook. Elements of SpreadsheetML have their local names in events. Skips the extensions
 * (`extLst`). Throws the errors of {@link readXml}.
 */
export async function readPart(parts: WorkbookParts, part: string, handler: XmlHandler): Promise<void> {
  let extensionDepth = 0;
  const shown: XmlHandler = {
    open: (name, attributes) => {
      if (extensionDepth > 0 || name === 'extLst') extensionDepth += 1;
      else handler.open(name, attributes);
    },
    text: (text) => {
      if (extensionDepth === 0) handler.text?.(text);
    },
    close: (name) => {
      if (extensionDepth > 0) extensionDepth -= 1;
      else handler.close?.(name);
    },
  };
  await readXml(parts.read(part), part, shown, SPREADSHEETML);
}

/**
 * Reads rich text: the joined text of its runs, excluding phonetic runs. Calls `done` at the end of each element with
 * this name.
 */
export function richText(done: (text: string) => void, name: string): Required<XmlHandler> {
  let text = '';
  let [isText, phonetic] = [false, 0];
  return {
    open: (element) => {
      if (element === name) text = '';
      else if (element === 'rPh') phonetic += 1;
      else if (element === 't') isText = phonetic === 0;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (element) => {
      if (element === 't') isText = false;
      else if (element === 'rPh') phonetic -= 1;
      else if (element === name) done(unescaped(text));
    },
  };
}

/** Replaces escapes such as _x000D_ with their characters (ECMA-376, part 1, section 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\da-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns whether a boolean in a workbook is true. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

export interface CellFormat {
  readonly code: string;
  readonly format: NumberFormat;
  readonly isGeneral: boolean;
  /** The kind of a built-in format that depends on the language; null for any other format. */
  readonly local: 'date' | 'date-time' | null;
  readonly isDate: boolean;
  readonly isElapsed: boolean;
}

/** Parses a format code. `local-date` and `local-date-time` are the built-in formats that depend on the language. */
export function cellFormat(code: string): CellFormat {
  const local = code === 'local-date' ? 'date' : code === 'local-date-time' ? 'date-time' : null;
  const format = local === null ? formatOf(code) : null;
  const [first] = format ?? [];
  return {
    ...{ code, format, local },
    isGeneral: /^general$/i.test(code) || code === '',
    isDate: local !== null || first?.isDate === true,
    isElapsed: first?.isElapsed === true,
  };
}
