import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readingSetup } from '#renderer/xml/editor-setup.ts';
import { viewTextOf } from '#renderer/xml/view-text.ts';
import { wrappedLines } from './text/hanging-indent.ts';
import { minimalEdits } from './text/minimal-edits.ts';
import { resolvedText } from './text/resolved-text.ts';
import styles from './xml-panel.module.css';

interface ResolvedViewProps {
  readonly wrap: boolean;
  /** The line to begin with. */
  readonly top: number;
}

/** The text as it would be rendered: the values of the chosen data set in the place of variables. Read-only. */
export function ResolvedView({ wrap, top }: ResolvedViewProps) {
  const { xmlView: words } = useStrings();
  const source = useEditor((state) => state.source);
  const values = useEditor((state) => state.values);
  const text = useMemo(() => viewTextOf(resolvedText(source, new Map(Object.entries(values)))), [source, values]);
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<EditorView | null>(null);
  const latest = useRef({ text, top });
  latest.current = { ...latest.current, text };

  useEffect(() => {
    if (host.current === null) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          readingSetup(words),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': words.resolvedText, 'aria-readonly': 'true' }),
          wrap ? wrappedLines : [],
        ],
      }),
    });
    const line = view.state.doc.line(Math.min(view.state.doc.lines, latest.current.top));
    view.dispatch({ effects: EditorView.scrollIntoView(line.from, { y: 'start' }) });
    shown.current = view;
    return () => {
      shown.current = null;
      view.destroy();
    };
  }, [words, wrap]);

  useEffect(() => {
    const view = shown.current;
    const edits = view === null ? [] : minimalEdits(view.state.doc.toString(), text);
    if (edits.length > 0) view?.dispatch({ changes: [...edits] });
  }, [text]);

  return <div ref={host} className={styles.code} />;
}
