import { readTemplate } from '#shared/template-xml/read/read.ts';

/** A worker that returns the problems of a text. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(readTemplate(data).problems);
});
