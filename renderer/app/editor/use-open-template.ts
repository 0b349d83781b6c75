import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { type OpenTemplate, openTemplate } from '#renderer/editor/open-editor.ts';
import { isMissingTemplate } from '#renderer/project/template-failure.tsx';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';

export type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly template: OpenTemplate }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void };

/**
 * Opens a template while the component is mounted. Saves unsaved work before another template opens. If the service could
 * not be reached, opens the template when the service is back.
 */
export function useOpenTemplate(project: string, name: string): Opening {
  const api = useApi();
  const [opening, setOpening] = useState<Opening>({ kind: 'opening' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the template
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
        // Search for unsaved work only after the editor is visible. There is rarely any, so the search must not delay
        // opening.
        template.editor.saving.findRecovered().catch(() => undefined);
      },
      (error: unknown) => {
        const retry = () => setAttempt((last) => last + 1);
        if (!aborter.signal.aborted) setOpening({ kind: 'failed', error, retry });
      },
    );
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      aborter.abort();
      void opened?.close();
    };
  }, [api, project, name, attempt]);
  useEffect(() => {
    if (opening.kind !== 'failed' || isMissingTemplate(opening.error)) return;
    return api.events.connection.subscribe((state, before) => {
      if (state === 'online' && before !== 'online') opening.retry();
    });
  }, [api, opening]);
  return opening;
}

/** Reports unsaved work to the desktop app, and saves it before the window closes. */
export function useDesktopClose(): void {
  const desktop = useDesktop();
  const editor = useEditor();
  const { record } = useEditor();
  useEffect(() => {
    if (desktop === null) return;
    const report = (unsaved: boolean) => void desktop.setUnsaved(unsaved);
    const isUnsaved = () => editor.document.state.saving.kind !== 'saved';
    let reported = isUnsaved();
    report(reported);
    const stopReporting = editor.document.subscribe(() => {
      if (isUnsaved() === reported) return;
      reported = !reported;
      report(reported);
    });
    const stopListening = onDesktopEvent(window, 'closeRequested', ({ id }) => {
      // Close even if saving fails: the journal has the text, and the next start offers to restore it.
      const close = () => void desktop.answerClose({ id, stay: false });
      Promise.allSettled([editor.saving.save(), record.flush()]).then(close, close);
    });
    return () => {
      stopReporting();
      stopListening();
      report(false);
    };
  }, [desktop, editor, record]);
}
