import type { RenderRequest } from '#renderer/api/queries/use-renders.ts';
import type { EnteredKeys } from '#renderer/shell/window/render-session.ts';
import { CAPTION_FORMATS, type PackageRequest, SHEET } from '#shared/contract/shapes/package-shapes.ts';
import { FAIL_ON, type FailOn } from '#shared/film-check/report.ts';
import { readByteSize } from '#shared/lib/byte-size.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import { fillPattern, parseNamePattern, safeFileName } from '#shared/names/film-names.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { isLoudnessValue } from '#shared/template/variables/film-loudness.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';
import { captionsIn, filmChapters } from '#shared/timeline/film-package.ts';

/** The settings of a render without the variable values. They are stored per template, without access keys. */
export interface RenderChoices {
  readonly format: string;
  readonly quality: Quality;
  /** The id of the hardware encoder; `software` for encoding on the CPU. */
  readonly encoder: string;
  /** The maximum size as the user typed it, such as `8 MB`; empty if the size is not limited. */
  readonly atMost: string;
  readonly destination: 'file' | 'store';
  /**
   * The pattern of the file name: text with placeholders `${variable}`, without the extension. If it is empty, the name
   * is automatic; see {@link automaticPattern}.
   */
  readonly fileName: string;
  readonly store: StoreChoices;
  readonly onsuccess: string;
  readonly onerror: string;
  /** The loudness of the film; empty if the value of the movie applies. */
  readonly loudness: string;
  /** The highest true peak of the film; empty if the value of the movie applies. */
  readonly truepeak: string;
  /** The requested parts of the film's package. They are stored per project. */
  readonly parts: readonly PackageTick[];
  /** The minimum severity of findings for which the check stops the render. */
  readonly stopOn: FailOn;
}

/** The parts of a package that users can choose, in the order of the form. */
export const packageTicks = [
  'poster',
  'sheet',
  'srt',
  'vtt',
  'subtitles',
  'chapters',
  'metadata',
  'checksums',
] as const;
export type PackageTick = (typeof packageTicks)[number];

/** Parses stored parts. Unknown parts are omitted. */
export function readParts(stored: unknown): readonly PackageTick[] {
  return Array.isArray(stored) ? packageTicks.filter((tick) => stored.includes(tick)) : [];
}

/** Returns the parts for which a film has no content. */
export function lackingParts(movie: Movie): readonly PackageTick[] {
  const { any, soft } = captionsIn(movie);
  return [
    ...(any ? [] : (['srt', 'vtt'] as const)),
    ...(soft ? [] : (['subtitles'] as const)),
    ...(filmChapters(movie).length > 0 ? [] : (['chapters'] as const)),
    ...(movie.metadata === undefined ? (['metadata'] as const) : []),
  ];
}

/** Returns the request field for parts; empty without parts. */
function packageField(parts: readonly PackageTick[]): string {
  const has = (tick: PackageTick) => parts.includes(tick);
  const captions = CAPTION_FORMATS.filter(has);
  const request: PackageRequest = {
    ...(has('poster') && { poster: 'jpg' }),
    ...(has('sheet') && { sheet: SHEET }),
    ...(captions.length > 0 && { captions }),
    ...(has('subtitles') && { subtitles: true }),
    ...(has('chapters') && { chapters: true }),
    ...(has('metadata') && { metadata: true }),
    ...(has('checksums') && { checksums: true }),
  };
  return parts.length === 0 ? '' : JSON.stringify(request);
}

export interface StoreChoices {
  /** The name of access keys that the desktop app stores; empty if the user enters the keys. */
  readonly credentials: string;
  readonly bucket: string;
  /** The pattern of the object key, which can contain folders. */
  readonly filename: string;
  readonly endpoint: string;
  readonly region: string;
}

/** The name of the default encoder, which runs on the CPU. */
export const SOFTWARE = 'software';

/** Returns the maximum size in bytes from the text of its field; null if the text is not a size. */
export function bytesOfField(text: string): number | null {
  return readByteSize(text.replace(',', '.'));
}

export const qualities = ['draft', 'standard', 'high'] as const;
export type Quality = (typeof qualities)[number];

/**
 * Returns the default choices of a first render.
 * @param name The name pattern: the template name, or a pattern that contains it.
 */
export function defaultChoices(name: string): RenderChoices {
  return {
    format: 'mp4',
    quality: 'standard',
    encoder: SOFTWARE,
    atMost: '',
    destination: 'file',
    fileName: '',
    store: { credentials: '', bucket: '', filename: name, endpoint: '', region: '' },
    onsuccess: '',
    onerror: '',
    loudness: '',
    truepeak: '',
    parts: [],
    stopOn: 'never',
  };
}

/** Parses stored choices. Each invalid choice is replaced with the choice in `defaults`. */
export function readChoices(stored: unknown, defaults: RenderChoices): RenderChoices {
  const storedFields = fieldsIn(stored);
  const store = fieldsIn(storedFields['store']);
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return {
    format: text(storedFields['format'], defaults.format),
    quality: qualities.find((quality) => quality === storedFields['quality']) ?? defaults.quality,
    encoder: text(storedFields['encoder'], defaults.encoder),
    atMost: text(storedFields['atMost'], defaults.atMost),
    destination: storedFields['destination'] === 'store' ? 'store' : 'file',
    // Earlier versions stored the template's name as the default.
    fileName:
      storedFields['fileName'] === defaults.store.filename ? '' : text(storedFields['fileName'], defaults.fileName),
    store: {
      credentials: text(store['credentials'], ''),
      bucket: text(store['bucket'], ''),
      filename: text(store['filename'], defaults.store.filename),
      endpoint: text(store['endpoint'], ''),
      region: text(store['region'], ''),
    },
    onsuccess: text(storedFields['onsuccess'], ''),
    onerror: text(storedFields['onerror'], ''),
    ...readLoudness(storedFields),
    parts: defaults.parts,
    stopOn: FAIL_ON.find((severity) => severity === storedFields['stopOn']) ?? defaults.stopOn,
  };
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The loudness and the true peak that a render or a link requests; empty if the values of the movie apply. */
export interface LoudnessChoice {
  readonly loudness: string;
  readonly truepeak: string;
}

/** Parses a stored choice. If it is invalid, the values of the movie apply. */
export function readLoudness(stored: Partial<Readonly<Record<string, unknown>>>): LoudnessChoice {
  const read = (name: keyof LoudnessChoice) => {
    const value = stored[name];
    return typeof value === 'string' && isLoudnessValue(name, value) ? value : '';
  };
  return { loudness: read('loudness'), truepeak: read('truepeak') };
}

/** A film to render, with its settings. */
export interface RequestedFilm {
  readonly choices: RenderChoices;
  /** The file extension without the dot. */
  readonly extension: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  /** The range of frames; null for the whole movie. */
  readonly range: FrameSpan | null;
  /** The platforms of the check; absent for none. */
  readonly platforms?: readonly string[];
  /** The values of variables that the form leaves empty: brand values or defaults. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** Returns the file name or object key of the film. The error is a message for the user. */
export function filmName({ choices, extension, template, values, defaults }: RequestedFilm): Result<string, Message> {
  const valueFor = (name: string) =>
    Object.hasOwn(values, name)
      ? values[name]
      : Object.hasOwn(defaults, name)
        ? defaults[name]
        : name === 'template'
          ? template
          : undefined;
  return choices.destination === 'file'
    ? fileNameOf(choices.fileName, extension, valueFor)
    : objectKeyOf(choices.store.filename, extension, valueFor);
}

/** Returns the fields of the render request, except for the template and the destination. */
export function renderFormFields(
  { choices, values, range, platforms = [] }: Pick<RequestedFilm, 'choices' | 'values' | 'range' | 'platforms'>,
  name: string,
): { readonly format: string; readonly quality: string; readonly variables: string } & Readonly<
  Record<string, string>
> {
  const { format, quality, encoder, atMost, onsuccess, onerror, loudness, truepeak, parts, stopOn } = choices;
  const isChecked = stopOn !== 'never';
  const maxBytes = bytesOfField(atMost);
  return {
    format,
    quality,
    encoder: encoder === SOFTWARE ? '' : encoder,
    maxbytes: maxBytes === null ? '' : String(maxBytes),
    name: name.split('/').at(-1) ?? name,
    variables: Object.keys(values).length === 0 ? '' : JSON.stringify(values),
    range: range === null ? '' : JSON.stringify(range),
    ...{ loudness, truepeak, package: packageField(parts) },
    ...(isChecked && { check: 'quick', failOn: stopOn, platforms: platforms.join(',') }),
    onsuccess: onsuccess.trim(),
    onerror: onerror.trim(),
  };
}

/** Returns the request fields of a location in an object store, without access keys. Empty fields are omitted. */
export function storeFields(
  { store }: Pick<RenderChoices, 'store'>,
  filename: string,
): Readonly<Record<string, string>> {
  const { bucket, endpoint, region } = store;
  const fields = { bucket: bucket.trim(), filename, endpoint: endpoint.trim(), region: region.trim() };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Returns the complete render request. */
export function renderBody(
  film: RequestedFilm & { readonly text: string; readonly keys: EnteredKeys },
): Result<RenderRequest, Message> {
  const name = filmName(film);
  if (!name.ok) return name;
  const { choices, text, keys } = film;
  const filled = Object.entries(renderFormFields(film, name.value)).filter(([, value]) => value !== '');
  const body = { template: text, template_name: film.template, ...Object.fromEntries(filled) };
  if (choices.destination === 'file') return ok(body);
  const { credentials } = choices.store;
  const access =
    credentials === '' ? { access_key_id: keys.accessKeyId, secret_access_key: keys.secretAccessKey } : { credentials };
  return ok({
    ...body,
    destination: JSON.stringify({ type: 'object_store', ...storeFields(choices, name.value), ...access }),
  });
}

/** Returns the value of a placeholder in a name pattern. */
export type NameValues = (name: string) => string | undefined;

/**
 * Returns the file name for a pattern such as `spring-${storefront}`. The error is the reason why the pattern is
 * invalid.
 */
export function fileNameOf(pattern: string, extension: string, values: NameValues): Result<string, Message> {
  const parsed = parseNamePattern(pattern);
  return parsed.ok ? ok(safeFileName(fillPattern(parsed.value, values), extension)) : parsed;
}

/** Returns the object key for a pattern. Unlike {@link fileNameOf}, it supports folders. */
export function objectKeyOf(pattern: string, extension: string, values: NameValues): Result<string, Message> {
  const parsed = parseNamePattern(pattern);
  if (!parsed.ok) return parsed;
  // Replace slashes in values, so that only the pattern itself can create folders.
  const filled = fillPattern(parsed.value, (name) => values(name)?.replaceAll('/', '-'));
  const parts = filled.split('/').filter((part) => part.trim() !== '' && part !== '.' && part !== '..');
  const folders = parts.slice(0, -1);
  return ok([...folders, safeFileName(parts.at(-1) ?? '', extension)].join('/'));
}

/** Converts a text to a name pattern without placeholders by removing the brace of each `${`. */
export function patternOf(text: string): string {
  return text.replaceAll('${', '$');
}

/** The maximum length in characters of a value in a film name. Longer values are probably messages. */
const MAX_CHARACTERS = 60;

/** The maximum number of values in a film name. */
const MAX_VALUES = 2;

/**
 * Returns the name pattern of a film without a name from the user. It contains the template name and the first short
 * texts that differ from their defaults, such as `Birthday greeting ${name}`. Default texts are omitted, because they
 * are the same in every film.
 */
export function automaticPattern(
  template: string,
  rows: readonly {
    readonly variable: Pick<Variable, 'name' | 'type' | 'declaration' | 'default'>;
    readonly value: string | null;
  }[],
): string {
  const texts = rows.filter(({ variable: { type, declaration, default: usual }, value }) => {
    const isText = (declaration?.type ?? type) === 'text' && declaration?.multiline !== true;
    return isText && value !== null && value !== usual && value.trim() !== '' && value.length <= MAX_CHARACTERS;
  });
  return [patternOf(template), ...texts.slice(0, MAX_VALUES).map(({ variable }) => `\${${variable.name}}`)].join(' ');
}
