import { message } from '../messages/message.ts';
import { builtInFormat } from './number-format.ts';
import { readXml } from './read-xml.ts';
import {
  type NamedRange,
  parseRange,
  type SheetName,
  TableError,
  type Workbook,
  type WorkbookParts,
  workbookLimits,
} from './workbook.ts';
import { readXlsxSheet, type XlsxContext } from './xlsx-sheet.ts';
import { isTrue, readPart, richText, unescaped } from './xlsx-texts.ts';

interface XlsxSheetName extends SheetName {
  readonly part: string;
}

/** Opens an XLSX workbook. Throws {@link TableError}. */
export async function openXlsx(parts: WorkbookParts, language: string): Promise<Workbook> {
  const main = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument')?.target;
  if (main === undefined || !parts.has(main)) throw damaged('_rels/.rels');
  if (/\.bin$/.test(main)) throw new TableError('table/kind', message('sheet/other-kind', { kind: 'xlsb' }));
  const relations = await relationsOf(parts, main);
  const byId = new Map(relations.map(({ id, target }) => [id, target]));
  const sheets: XlsxSheetName[] = [];
  const names: { readonly name: string; text: string }[] = [];
  let is1904 = false;
  let isName = false;
  await readPart(parts, main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      else if (name === 'sheet') {
        const part = byId.get(relationId(attributes) ?? '');
        // Skip chart sheets and macro sheets, which have no cells.
        const isSheet = relations.some(({ type, target }) => target === part && type === 'worksheet');
        if (part !== undefined && isSheet)
          sheets.push({
            name: attributes['name'] ?? '',
            hidden: (attributes['state'] ?? 'visible') !== 'visible',
            part,
          });
      } else if (name === 'definedName' && !isTrue(attributes['hidden'])) {
        names.push({ name: attributes['name'] ?? '', text: '' });
        isName = true;
      }
    },
    text: (text) => {
      const last = names.at(-1);
      if (isName && last !== undefined && last.text.length < workbookLimits.nameCharacters) last.text += text;
    },
    close: (name) => {
      if (name === 'definedName') isName = false;
    },
  });
  if (sheets.length === 0) throw new TableError('table/empty', message('sheet/no-sheets'));
  const context = contextOf(parts, relations, { language, is1904, isSingle: sheets.length === 1 });
  const ranges = [...names.flatMap(definedRange), ...(await tablesOf(parts, sheets))];
  return {
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    ranges: ranges.filter(({ sheet }) => sheets.some(({ name }) => name === sheet)),
    readSheet: async (name) => {
      const sheet = sheets.find((each) => each.name === name);
      if (sheet === undefined) throw damaged(main);
      return await readXlsxSheet(context, sheet.part, name);
    },
  };
}

function contextOf(
  parts: WorkbookParts,
  relations: readonly Relation[],
  options: Pick<XlsxContext, 'language' | 'is1904' | 'isSingle'>,
): XlsxContext {
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.target;
  let strings: Promise<readonly string[]> | null = null;
  let formats: Promise<readonly string[]> | null = null;
  let cells = 0;
  return {
    parts,
    ...options,
    sharedStrings: () => {
      strings ??= readSharedStrings(parts, partOf('sharedStrings'));
      return strings;
    },
    formats: () => {
      formats ??= readFormats(parts, partOf('styles'));
      return formats;
    },
    countCell: (sheet, line, column) => {
      cells += 1;
      if (cells > workbookLimits.cells)
        throw new TableError(
          'table/too-large',
          message('sheet/cells', { most: workbookLimits.cells, sheet, line, column }),
        );
    },
  };
}

interface Relation {
  readonly id: string;
  /** The last segment of the type, such as `worksheet`. */
  readonly type: string;
  /** The name of the target part in lower case. */
  readonly target: string;
}

/** The maximum number of relations of a part. */
const MAX_RELATIONS = 10_000;

/** Reads the relations of a part within the file. Skips external targets. */
async function relationsOf(parts: WorkbookParts, part: string): Promise<readonly Relation[]> {
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const file = `${folder}_rels/${part.slice(slash)}.rels`;
  if (!parts.has(file)) return [];
  const relations: Relation[] = [];
  await readXml(parts.read(file), file, {
    open: (name, { Id, Type, Target, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Type === undefined || Target === undefined) return;
      if (TargetMode === 'External') return;
      if (relations.length >= MAX_RELATIONS) throw damaged(file);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: targetOf(folder, Target) });
    },
  });
  return relations;
}

/** Resolves a target path. The result is used only for lookups among the names in the file. */
function targetOf(folder: string, target: string): string {
  const segments = target.startsWith('/') ? [] : folder.split('/');
  for (const segment of target.replaceAll('\\', '/').split('/')) {
    if (segment === '..') {
      if (segments.at(-1) === '') segments.pop();
      segments.pop();
    } else if (segment !== '.') segments.push(segment);
  }
  return segments
    .filter((segment) => segment !== '')
    .join('/')
    .toLowerCase();
}

function relationId(attributes: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(attributes).find((each) => each.endsWith(':id'));
  return name === undefined ? undefined : attributes[name];
}

/** Reads the tables of all sheets. */
async function tablesOf(parts: WorkbookParts, sheets: readonly XlsxSheetName[]): Promise<readonly NamedRange[]> {
  const tables: NamedRange[] = [];
  for (const { name: sheet, part } of sheets)
    for (const { type, target } of await relationsOf(parts, part)) {
      if (type !== 'table' || !parts.has(target)) continue;
      await readPart(parts, target, {
        open: (element, { displayName, name, ref, totalsRowCount }) => {
          const range = element === 'table' ? parseRange(ref ?? '') : null;
          if (range === null) return;
          const bottom = range.bottom - (Number(totalsRowCount ?? 0) || 0);
          tables.push({ kind: 'table', name: displayName ?? name ?? '', sheet, range: { ...range, bottom } });
        },
      });
    }
  return tables;
}

/** Returns the range of a defined name; empty for a formula or for several areas. */
function definedRange({ name, text }: { readonly name: string; readonly text: string }): readonly NamedRange[] {
  const [, quoted, plain, reference] = /^(?:'((?:[^']|'')+)'|([^'!,]+))!([$A-Z\d:]+)$/i.exec(text.trim()) ?? [];
  const range = parseRange(reference ?? '');
  const isOwn = /^_xlnm\./i.test(name);
  if (range === null || isOwn) return [];
  return [{ kind: 'name', name, sheet: quoted?.replaceAll("''", "'") ?? plain ?? '', range }];
}

async function readSharedStrings(parts: WorkbookParts, part: string | undefined): Promise<readonly string[]> {
  if (part === undefined || !parts.has(part)) return [];
  const strings: string[] = [];
  let characters = 0;
  const reader = richText((text) => {
    characters += text.length;
    if (characters > workbookLimits.sharedCharacters)
      throw new TableError(
        'table/too-large',
        message('sheet/limit', { what: 'strings', most: workbookLimits.sharedCharacters, place: part }),
      );
    strings.push(text);
  }, 'si');
  await readPart(parts, part, reader);
  return strings;
}

/** Reads the format code of each cell format. */
async function readFormats(parts: WorkbookParts, part: string | undefined): Promise<readonly string[]> {
  if (part === undefined || !parts.has(part)) return [];
  const custom = new Map<number, string>();
  const ids: number[] = [];
  let isCellFormats = false;
  await readPart(parts, part, {
    open: (name, attributes) => {
      if (name === 'numFmt') custom.set(Number(attributes['numFmtId']), unescaped(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') isCellFormats = true;
      else if (name === 'xf' && isCellFormats) ids.push(Number(attributes['numFmtId'] ?? 0));
      if (ids.length > workbookLimits.cellFormats)
        throw new TableError(
          'table/too-large',
          message('sheet/limit', { what: 'formats', most: workbookLimits.cellFormats, place: part }),
        );
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormats = false;
    },
  });
  return ids.map((id) => custom.get(id) ?? builtInFormat(id));
}

function damaged(file: string): TableError {
  return new TableError('table/unreadable', message('sheet/damaged', { file }));
}
