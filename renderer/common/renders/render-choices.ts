/** All choices of a render except values; remembered for each template, always without keys. */
export interface RenderChoices {
  readonly format: string;
  readonly quality: Quality;
  /** Hardware that makes the pictures; `software` for the processor. */
  readonly encoder: string;
  readonly destination: 'file' | 'store';
  /** A pattern with `${variable}`, without the ending. */
  readonly fileName: string;
  readonly store: StoreChoices;
  readonly onsuccess: string;
  readonly onerror: string;
}

export interface StoreChoices {
  /** The name of keys that the desktop keeps; empty for keys that are entered. */
  readonly credentials: string;
  readonly bucket: string;
  /** A pattern, which may have folders. */
  readonly filename: string;
  readonly endpoint: string;
  readonly region: string;
}

/** The processor: what is used unless hardware was chosen. */
export const SOFTWARE = 'software';

export const qualities = ['draft', 'standard', 'high'] as const;
export type Quality = (typeof qualities)[number];

export function usualChoices(fileName: string): RenderChoices {
  return {
    format: 'mp4',
    quality: 'standard',
    encoder: SOFTWARE,
    destination: 'file',
    fileName,
    store: { credentials: '', bucket: '', filename: fileName, endpoint: '', region: '' },
    onsuccess: '',
    onerror: '',
  };
}

/** The choices that were stored, as far as they can be read, with defaults for the rest. */
export function readChoices(stored: unknown, usual: RenderChoices): RenderChoices {
  const given = fieldsIn(stored);
  const store = fieldsIn(given['store']);
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return {
    format: text(given['format'], usual.format),
    quality: qualities.find((quality) => quality === given['quality']) ?? usual.quality,
    encoder: text(given['encoder'], usual.encoder),
    destination: given['destination'] === 'store' ? 'store' : 'file',
    fileName: text(given['fileName'], usual.fileName),
    store: {
      credentials: text(store['credentials'], ''),
      bucket: text(store['bucket'], ''),
      filename: text(store['filename'], usual.store.filename),
      endpoint: text(store['endpoint'], ''),
      region: text(store['region'], ''),
    },
    onsuccess: text(given['onsuccess'], ''),
    onerror: text(given['onerror'], ''),
  };
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
