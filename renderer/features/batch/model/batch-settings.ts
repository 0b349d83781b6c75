import { type Quality, type StoreChoices, usualChoices } from '#renderer/project/render-form.ts';

/** The destinations of the films. In each case, the project also stores the films for a while. */
export const batchDestinations = ['keep', 'save', 'store'] as const;
export type BatchDestination = (typeof batchDestinations)[number];

/** The output settings of a batch. */
export interface BatchSettings {
  readonly pattern: string;
  readonly format: string;
  readonly quality: Quality;
  /** The id of the hardware encoder; `software` for encoding on the processor. */
  readonly encoder: string;
  /**
   * The destination. With `save`, the desktop asks for a folder when the batch ends, and a browser downloads the films.
   */
  readonly destination: BatchDestination;
  /** The settings of the object store. `filename` is the folder of the films. */
  readonly store: StoreChoices;
}

export function usualSettings(template: string): BatchSettings {
  const { format, quality, encoder, store } = usualChoices(template);
  const pattern = `${template.replaceAll('${', '$')}-\${index}`;
  return { pattern, format, quality, encoder, destination: 'keep', store: { ...store, filename: template } };
}

/** Reads stored settings. Fields that an earlier version did not have get their defaults. */
export function readSettings(stored: Partial<BatchSettings>, template: string): BatchSettings {
  const usual = usualSettings(template);
  return { ...usual, ...stored, store: { ...usual.store, ...stored.store } };
}
