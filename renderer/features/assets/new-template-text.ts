export interface NewTemplate {
  readonly width: number;
  readonly height: number;
  /** As the language writes it: `30`, `30000/1001`. */
  readonly frameRate: string;
  readonly sceneName: string;
}

/** The text of a template to begin with: one black scene of five seconds, so that there is something to drop onto. */
export function newTemplateText({ width, height, frameRate, sceneName }: NewTemplate): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<movie width="${width}" height="${height}" framerate="${frameRate}">`,
    `  <scene duration="5s" name="${escaped(sceneName)}"/>`,
    '</movie>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
