export interface NewTemplate {
  readonly width: number;
  readonly height: number;
  /** As the language writes it: `30`, `30000/1001`. */
  readonly frameRate: string;
}

/** Size and rate of a project's first film, until its first clip offers others. */
export const FIRST_FILM: NewTemplate = { width: 1920, height: 1080, frameRate: '30' };

/** The text of a template to begin with: a film without a scene. */
export function newTemplateText({ width, height, frameRate }: NewTemplate): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<movie width="${width}" height="${height}" framerate="${frameRate}">`,
    '</movie>',
    '',
  ].join('\n');
}
