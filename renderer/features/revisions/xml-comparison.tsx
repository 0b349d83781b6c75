import { goToNextChunk, goToPreviousChunk, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readingSetup } from '#renderer/xml/editor-setup.ts';
import { viewTextOf } from '#renderer/xml/view-text.ts';
import styles from './comparison.module.css';

interface XmlComparisonProps {
  readonly before: { readonly label: string; readonly text: string };
  readonly after: { readonly label: string; readonly text: string };
  /** Called with functions that move between changes when the view is created, and with null when it is destroyed. */
  readonly onReady: (steps: ChangeSteps | null) => void;
}

export interface ChangeSteps {
  readonly next: () => void;
  readonly previous: () => void;
}

/**
 * The diff of both texts in a read-only view: removed text is struck through, added text is marked, and long unchanged
 * parts are collapsed.
 */
export function XmlComparison({ before, after, onReady }: XmlComparisonProps) {
  const { xmlView: strings, revisions } = useStrings();
  const host = useRef<HTMLDivElement>(null);
  const label = revisions.xmlText(before.label, after.label);
  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: viewTextOf(after.text),
        extensions: [
          readingSetup(strings),
          EditorState.readOnly.of(true),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          keymap.of([
            { key: 'F7', run: goToNextChunk },
            { key: 'Shift-F7', run: goToPreviousChunk },
          ]),
          unifiedMergeView({
            original: viewTextOf(before.text),
            gutter: true,
            highlightChanges: true,
            syntaxHighlightDeletions: false,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
            diffConfig: { scanLimit: 500, timeout: 500 },
          }),
        ],
      }),
    });
    goToNextChunk(view);
    onReady({ next: () => goToNextChunk(view), previous: () => goToPreviousChunk(view) });
    return () => {
      onReady(null);
      view.destroy();
    };
  }, [strings, label, before.text, after.text, onReady]);
  return <div ref={host} className={styles.code} />;
}
