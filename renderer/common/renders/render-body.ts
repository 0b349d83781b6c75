import type { RenderRequest } from '#renderer/api/queries/use-renders.ts';
import type { FrameSpan } from '#shared/film/time/movie-span.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import { fileNameOf, objectKeyOf } from './film-name.ts';
import { type RenderChoices, SOFTWARE } from './render-choices.ts';
import type { EnteredKeys } from './render-session-store.ts';

/** A film, and how it is wanted. */
export interface WantedFilm {
  readonly choices: RenderChoices;
  /** With the dot left out. */
  readonly extension: string;
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  /** Null for the whole film. */
  readonly range: FrameSpan | null;
  /** What the brand gives to variables without a value, else their defaults. */
  readonly defaults: Readonly<Record<string, string>>;
}

/** The name of the film's file, or of its object. */
export function filmName({ choices, extension, template, values, defaults }: WantedFilm): Result<string, Statement> {
  const known = (name: string) =>
    Object.hasOwn(values, name)
      ? values[name]
      : Object.hasOwn(defaults, name)
        ? defaults[name]
        : name === 'template'
          ? template
          : undefined;
  return choices.destination === 'file'
    ? fileNameOf(choices.fileName, extension, known)
    : objectKeyOf(choices.store.filename, extension, known);
}

/** The form of the render but for what it shows and where it goes. */
export function bodyFields(
  { choices, values, range }: Pick<WantedFilm, 'choices' | 'values' | 'range'>,
  name: string,
): { readonly format: string; readonly quality: string; readonly variables: string } & Readonly<
  Record<string, string>
> {
  const { format, quality, encoder, onsuccess, onerror } = choices;
  return {
    format,
    quality,
    encoder: encoder === SOFTWARE ? '' : encoder,
    name: name.split('/').at(-1) ?? name,
    variables: Object.keys(values).length === 0 ? '' : JSON.stringify(values),
    range: range === null ? '' : JSON.stringify(range),
    onsuccess: onsuccess.trim(),
    onerror: onerror.trim(),
  };
}

/** Where the film goes in an object store, without its keys; what is empty is left out. */
export function storeFields(
  { store }: Pick<RenderChoices, 'store'>,
  filename: string,
): Readonly<Record<string, string>> {
  const { bucket, endpoint, region } = store;
  const fields = { bucket: bucket.trim(), filename, endpoint: endpoint.trim(), region: region.trim() };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The whole form, as the service takes it. */
export function renderBody(
  film: WantedFilm & { readonly text: string; readonly keys: EnteredKeys },
): Result<RenderRequest, Statement> {
  const name = filmName(film);
  if (!name.ok) return name;
  const { choices, text, keys } = film;
  const filled = Object.entries(bodyFields(film, name.value)).filter(([, value]) => value !== '');
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
