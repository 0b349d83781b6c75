import { type Quality, type StoreChoices, usualChoices } from '#renderer/project/render-form.ts';

/** The destinations of a batch's films, beside the project that stores them for a while. */
export const batchDestinations = ['keep', 'save', 'store'] as const;
export type BatchDestination = (typeof batchDestinations)[number];

/** The output settings of a batch. */
export interface BatchSettings {
  readonly pattern: string;
  readonly format: string;
  readonly quality: Quality;
  /** The hardware encoder; `software` for the processor. */
  readonly encoder: string;
  /** `save`: when the batch ends, the desktop asks for a folder, and a browser downloads the films. */
  readonly destination: BatchDestination;
  /** The settings of the object store; `filename` is the folder of the films. */
  readonly store: StoreChoices;
}

export function usualSettings(template: string): BatchSettings {
  const { format, quality, encoder, store } = usualChoices(template);
  const pattern = `${template.replaceAll('${', '$')}-\${index}`;
  return { pattern, format, quality, encoder, destination: 'keep', store: { ...store, filename: template } };
}

/** Reads stored settings and adds the defaults of fields that an earlier version lacked. */
export function readSettings(stored: Partial<BatchSettings>, template: string): BatchSettings {
  const usual = usualSettings(template);
  return { ...usual, ...stored, store: { ...usual.store, ...stored.store } };
}
