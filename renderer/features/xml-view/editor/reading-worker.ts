import { readTemplate } from '#shared/template-xml/read/read.ts';

/** The worker that parses a text and returns its problems. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  self.postMessage(readTemplate(data).problems);
});
