import { readTemplate } from '#shared/template-xml/read/read.ts';

/** Runs beside the page: says what a text is refused for. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(readTemplate(data).problems);
});
