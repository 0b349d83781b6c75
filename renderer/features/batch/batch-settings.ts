import { type Quality, usualChoices } from '../render/render-choices.ts';

/** How the films of a batch are made and called. */
export interface BatchSettings {
  readonly pattern: string;
  readonly format: string;
  readonly quality: Quality;
  /** In a browser: each film is downloaded when it is done. */
  readonly downloads: boolean;
}

export function usualSettings(template: string): BatchSettings {
  const { format, quality } = usualChoices(template);
  return { pattern: `${template.replaceAll('${', '$')}-\${index}`, format, quality, downloads: false };
}
