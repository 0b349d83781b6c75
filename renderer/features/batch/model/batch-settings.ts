import { defaultChoices, type Quality, type StoreChoices } from '#renderer/project/render-form.ts';

/** The destinations of the films. With each destination, the project also keeps the films for a while. */
export const batchDestinations = ['keep', 'save', 'store'] as const;
export type BatchDestination = (typeof batchDestinations)[number];

/** The output settings of a batch. */
export interface BatchSettings {
  readonly pattern: string;
  readonly format: string;
  readonly quality: Quality;
  /** Additional templates. Each of them renders a film per row. */
  readonly movies: readonly string[];
  /**
   * The languages of the films; empty for the language of the template. With several languages, each row has a film per
   * language.
   */
  readonly languages: readonly string[];
  /** The loudness in LUFS, or `none`; empty for the loudness of the template. */
  readonly loudness: string;
  /** The id of the hardware encoder; `software` for encoding on the CPU. */
  readonly encoder: string;
  /** The maximum size of each film as the user wrote it; empty for any size. */
  readonly atMost: string;
  /**
   * The destination. With `save`, the films are saved when the batch ends: the desktop app asks for a folder, and a
   * browser downloads them.
   */
  readonly destination: BatchDestination;
  /** The settings of the object store. `filename` is the folder of the films. */
  readonly store: StoreChoices;
}

/**
 * Returns the default name pattern of a batch. With additional templates or languages, the pattern contains the
 * template name and the language.
 */
function defaultPattern(template: string, { movies, languages }: Pick<BatchSettings, 'movies' | 'languages'>): string {
  const movie = movies.length > 0 ? '${movie}' : template.replaceAll('${', '$');
  return [movie, ...(languages.length > 1 ? ['${language}'] : []), '${index}'].join('-');
}

/** Changes settings. If the user has not edited the name pattern, it follows the templates and languages. */
export function changedSettings(
  settings: BatchSettings,
  change: Partial<BatchSettings>,
  template: string,
): BatchSettings {
  const changed = { ...settings, ...change };
  const isDefault = settings.pattern === defaultPattern(template, settings) && change.pattern === undefined;
  return isDefault ? { ...changed, pattern: defaultPattern(template, changed) } : changed;
}

export function defaultSettings(template: string): BatchSettings {
  const { format, quality, encoder, atMost, store } = defaultChoices(template);
  const pattern = defaultPattern(template, { movies: [], languages: [] });
  const runSettings = { movies: [], languages: [], loudness: '', atMost };
  return {
    pattern,
    format,
    quality,
    encoder,
    ...runSettings,
    destination: 'keep',
    store: { ...store, filename: template },
  };
}

/** Completes stored settings with defaults for the fields that an earlier version did not have. */
export function readSettings(stored: Partial<BatchSettings>, template: string): BatchSettings {
  const defaults = defaultSettings(template);
  return { ...defaults, ...stored, store: { ...defaults.store, ...stored.store } };
}
