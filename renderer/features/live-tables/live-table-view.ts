import type {
  LiveRow,
  LiveTable,
  LiveTableDraft,
  LiveTableSettings,
  TablePreviewRequest,
  TableVariable,
} from '#renderer/api/queries/use-live-tables.ts';
import type { SheetForm, TextForm } from '#renderer/project/table-form-fields.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { usesOf } from '#shared/batch/match-columns.ts';

/** The filters of the rows in display order. */
export const rowFilters = ['all', 'current', 'waiting', 'rendering', 'failed', 'removed'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** Returns the number of rows that a filter shows. */
export function countOf(filter: RowFilter, counts: LiveTable['counts']): number {
  return filter === 'all' ? counts.rows + counts.removed : counts[filter];
}

/** Returns the filters to offer: `all`, the selected filter, and the filters that match at least one row. */
export function offeredFilters(counts: LiveTable['counts'], selected: RowFilter): readonly RowFilter[] {
  return rowFilters.filter((filter) => filter === 'all' || filter === selected || countOf(filter, counts) > 0);
}

/** Returns the source of a live table as one line: the name or path of the file, or its URL. */
export function sourceText({ source }: Pick<LiveTable['settings'], 'source'>): string {
  return source.kind === 'address' ? source.url : source.name;
}

/** Returns the permission to watch a file of this computer that a table uses; null if it uses none. */
export function grantOf(table: Pick<LiveTable, 'settings'> | null): string | null {
  const source = table?.settings.source;
  return source?.kind === 'file' ? (source.grant ?? null) : null;
}

/** Returns the columns of the rows in the order of the table. Later rows can contain additional columns. */
export function columnsOf(rows: readonly Pick<LiveRow, 'cells'>[]): readonly string[] {
  return [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
}

const FILM_PATH = /\/renders\/[^/]+\/([^/]+)\/film/;

/**
 * Returns the id of the render that made the current film of a row; null without a film. While a newer film is being
 * made, the film stays the same. The URL of the film contains the id.
 */
export function filmRender({ url }: Pick<LiveRow, 'url'>): string | null {
  const id = FILM_PATH.exec(url ?? '')?.[1];
  return id === undefined ? null : decodeURIComponent(id);
}

/** Returns the format of a film by the extension of its file name. */
export function formatOf(filename: string): string {
  return filename.slice(filename.lastIndexOf('.') + 1);
}

/** Returns whether a reading changed no rows. */
export function isSame({ added, changed, removed }: Record<'added' | 'changed' | 'removed', number>): boolean {
  return added + changed + removed === 0;
}

/** Returns the number of rows that wait or are being rendered. */
export function pendingCount({ waiting, rendering }: Pick<LiveTable['counts'], 'waiting' | 'rendering'>): number {
  return waiting + rendering;
}

/** The chosen variables of columns; null for a column that fills no variable. Other columns are assigned by name. */
export type ChosenColumns = NonNullable<LiveTableSettings['columns']>;

/** The content of the form of a live table. Texts are as the user typed them. */
export interface TableDraft extends SheetForm, TextForm {
  readonly name: string;
  readonly kind: LiveTableSettings['source']['kind'];
  readonly asset: string;
  readonly url: string;
  readonly every: number;
  readonly headerName: string;
  readonly headerValue: string;
  readonly file: string;
  /** The permission to watch a file on this computer; empty for a file in the folder of the service. */
  readonly grant: string;
  /** The sheet; empty for the first visible sheet. */
  readonly sheet: string;
  readonly movie: string;
  readonly keyMode: 'auto' | 'column' | 'all';
  readonly key: string;
  readonly format: string;
  readonly quality: string;
  readonly filename: string;
  readonly check: 'off' | 'error' | 'warning';
  readonly removed: 'keep' | 'trash';
  readonly guard: boolean;
  readonly columns: ChosenColumns;
}

/**
 * Returns the chosen variables of columns after the user chose a variable for a column; null for no variable. Choices
 * that equal the automatic assignment are omitted. Each variable gets at most one column.
 */
export function withColumnUse(
  chosen: ChosenColumns,
  [column, use]: readonly [column: string, use: string | null],
  {
    columns,
    variables,
  }: { readonly columns: readonly string[]; readonly variables: readonly Pick<TableVariable, 'name'>[] },
): ChosenColumns {
  const others = Object.fromEntries(
    Object.entries(chosen).filter(([name, of]) => name !== column && (use === null || of !== use)),
  );
  const isAutomatic = usesOf(columns, others, variables)[columns.indexOf(column)] === use;
  return isAutomatic ? others : { ...others, [column]: use };
}

/** The default interval in seconds between readings of a URL, the same as in the service. */
const EVERY = 60;
/** The language in which the service shows numbers and dates by default. */
const DEFAULT_LANGUAGE = 'en';

/** Returns the content of the form for existing settings, or for the initial values of a new table. */
export function draftOf(settings: LiveTableDraft): TableDraft {
  const { form = {}, key, check, failOn, columns = {} } = settings;
  return {
    name: settings.name ?? '',
    ...sourceFields(settings.source),
    ...formFields(form),
    movie: settings.movie ?? '',
    keyMode: key === undefined ? 'auto' : key === null ? 'all' : 'column',
    key: key ?? '',
    format: settings.format ?? 'mp4',
    quality: settings.quality ?? 'standard',
    filename: settings.filename ?? '',
    check: check === undefined || failOn === 'never' ? 'off' : (failOn ?? 'error'),
    removed: settings.removed ?? 'keep',
    guard: settings.guard ?? true,
    columns,
  };
}

function formFields(form: NonNullable<LiveTableDraft['form']>): SheetForm & TextForm & Pick<TableDraft, 'sheet'> {
  return {
    sheet: form.sheet ?? '',
    header: form.header ?? 'first',
    hidden: form.hidden ?? false,
    merged: form.merged ?? false,
    language: form.language ?? DEFAULT_LANGUAGE,
    encoding: form.encoding ?? null,
    delimiter: form.delimiter ?? null,
  };
}

function sourceFields(source: LiveTableDraft['source']) {
  const address = source?.kind === 'address' ? source : undefined;
  return {
    kind: source?.kind ?? 'asset',
    asset: source?.kind === 'asset' ? source.name : '',
    url: address?.url ?? '',
    every: address?.every ?? EVERY,
    headerName: address?.header?.name ?? '',
    headerValue: '',
    file: source?.kind === 'file' ? source.name : '',
    grant: source?.kind === 'file' ? (source.grant ?? '') : '',
  };
}

/** Returns the settings from a form without problems. Defaults are omitted. */
export function settingsOf(draft: TableDraft): LiveTableSettings {
  const { columns, keyMode, key, filename, check } = draft;
  return {
    name: draft.name.trim(),
    source: sourceOf(draft),
    form: formOf(draft),
    ...(Object.keys(columns).length > 0 && { columns }),
    movie: draft.movie,
    ...(keyMode === 'all' && { key: null }),
    ...(keyMode === 'column' && { key }),
    format: draft.format,
    quality: draft.quality,
    ...(filename.trim() !== '' && { filename: filename.trim() }),
    ...(check !== 'off' && { check: 'quick', failOn: check }),
    removed: draft.removed,
    guard: draft.guard,
  };
}

/** Returns the options for reading the table. Defaults are omitted. */
function formOf(draft: TableDraft): NonNullable<LiveTableSettings['form']> {
  const { sheet, header, hidden, merged, language, encoding, delimiter } = draft;
  return {
    ...(sheet.trim() !== '' && { sheet: sheet.trim() }),
    ...(header !== 'first' && { header }),
    ...(hidden && { hidden }),
    ...(merged && { merged }),
    ...(language !== DEFAULT_LANGUAGE && { language }),
    ...(encoding !== null && { encoding }),
    ...(delimiter !== null && { delimiter }),
  };
}

/** The fields of a form on which the preview depends. The user types the texts. */
export type PreviewFields = Omit<TablePreviewRequest, 'table'>;

/** Returns the request for a preview of the table; null for an incomplete source. */
export function previewOf(draft: TableDraft): PreviewFields | null {
  const { kind, asset, url, file } = draft;
  const isReady = kind === 'asset' ? asset !== '' : kind === 'file' ? file.trim() !== '' : isAddress(url);
  return isReady ? { source: sourceOf(draft), form: formOf(draft) } : null;
}

function sourceOf(draft: TableDraft): LiveTableSettings['source'] {
  const { kind, every, headerName, headerValue } = draft;
  if (kind === 'asset') return { kind, name: draft.asset };
  if (kind === 'file') return { kind, name: draft.file.trim(), ...(draft.grant !== '' && { grant: draft.grant }) };
  const name = headerName.trim();
  // If the value is omitted, the service keeps the stored value.
  const header = { name, ...(headerValue !== '' && { value: headerValue }) };
  return { kind, url: draft.url.trim(), every, ...(name !== '' && { header }) };
}

export type DraftField = 'name' | 'asset' | 'url' | 'header' | 'file' | 'movie' | 'key';

/**
 * Returns the messages about invalid fields. `hasSecret` is whether the service already stores a value for the header.
 */
export function draftProblems(
  draft: TableDraft,
  words: Catalogue['liveTables']['form'],
  hasSecret: boolean,
): Partial<Readonly<Record<DraftField, string>>> {
  const { kind, headerName, headerValue } = draft;
  const isHeader = /^[A-Za-z0-9-]{1,64}$/.test(headerName.trim()) && (headerValue !== '' || hasSecret);
  const isHeaderNeeded = headerName.trim() !== '' || headerValue !== '';
  return {
    ...(draft.name.trim() === '' && { name: words.nameProblem }),
    ...(kind === 'asset' && draft.asset === '' && { asset: words.assetProblem }),
    ...(kind === 'address' && !isAddress(draft.url) && { url: words.urlProblem }),
    ...(kind === 'address' && isHeaderNeeded && !isHeader && { header: words.headerProblem }),
    ...(kind === 'file' && draft.file.trim() === '' && { file: words.fileProblem }),
    ...(draft.movie === '' && { movie: words.templateProblem }),
    ...(draft.keyMode === 'column' && draft.key.trim() === '' && { key: words.keyProblem }),
  };
}

/** Returns whether a text is a web URL. The service accepts `http` only for hosts that its operator allows. */
function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text.trim()) && URL.canParse(text.trim());
}

/** Returns the field to which a refusal by the service refers; null if it refers to no field. */
export function refusedField(code: string | null, kind: TableDraft['kind']): DraftField | null {
  if (code === 'movie/not-found') return 'movie';
  if (code === 'asset/not-found') return 'asset';
  if (code === 'table/source') return kind === 'address' ? 'url' : kind;
  return null;
}
