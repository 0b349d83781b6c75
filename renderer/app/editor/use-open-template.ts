import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { takeLeftText } from '#renderer/shell/window/left-text.ts';
import { type OpenTemplate, openTemplate } from './open-template.ts';

export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly template: OpenTemplate }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Opens a template for as long as it is shown, and saves what is unsaved when another takes its place. */
export function useOpenTemplate(project: string, name: string): Opening {
  const api = useApi();
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });
  useEffect(() => {
    const aborter = new AbortController();
    let opened: OpenTemplate | null = null;
    const flush = () => opened?.flush();
    setOpening({ kind: 'opening' });
    openTemplate(api, { project, name }, aborter.signal).then(
      (template) => {
        if (aborter.signal.aborted) {
          void template.close();
          return;
        }
        opened = template;
        setOpening({ kind: 'open', template });
        // Only once it is on screen: nobody waits for what may be nothing.
        template.editor.findRecovered().then(
          () => takeLeftText(template.editor),
          () => undefined,
        );
      },
      (error: unknown) => {
        if (!aborter.signal.aborted) setOpening({ kind: 'failed', error });
      },
    );
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      aborter.abort();
      void opened?.close();
    };
  }, [api, project, name]);
  return opening;
}
