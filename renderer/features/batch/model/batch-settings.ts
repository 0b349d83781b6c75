import { type Quality, type StoreChoices, usualChoices } from '#renderer/common/renders/render-choices.ts';

/** Where the films of a batch go, beside the project that keeps them for a while. */
export const batchDestinations = ['keep', 'save', 'store'] as const;
export type BatchDestination = (typeof batchDestinations)[number];

/** How the films of a batch are made and called. */
export interface BatchSettings {
  readonly pattern: string;
  readonly format: string;
  readonly quality: Quality;
  /** Hardware that makes the pictures; `software` for the processor. */
  readonly encoder: string;
  /** `save`: in a browser each film is downloaded when it is done; the desktop asks for a folder when all are. */
  readonly destination: BatchDestination;
  /** Its `filename` is the folder of the films. */
  readonly store: StoreChoices;
}

export function usualSettings(template: string): BatchSettings {
  const { format, quality, encoder, store } = usualChoices(template);
  const pattern = `${template.replaceAll('${', '$')}-\${index}`;
  return { pattern, format, quality, encoder, destination: 'keep', store: { ...store, filename: template } };
}

/** Reads stored settings, also those of an earlier version that had fewer. */
export function readSettings(kept: Partial<BatchSettings>, template: string): BatchSettings {
  const usual = usualSettings(template);
  return { ...usual, ...kept, store: { ...usual.store, ...kept.store } };
}
