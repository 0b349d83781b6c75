import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { openSearchPanel } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { ActionIconButton } from '#renderer/actions/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorValue, useShownView } from '#renderer/editor/editor-context.tsx';
import { revisionToCompare, useRevisionMarks, useRevisions, useRevisionText } from '#renderer/project/revisions.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatShortDate } from '#renderer/ui/format/date.ts';
import { readingSetup } from '#renderer/xml/editor-setup.ts';
import { viewTextOf } from '#renderer/xml/view-text.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { createXmlEditor, type XmlEditor } from './editor/xml-editor.ts';
import { FindPanel } from './find-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import { wrappedLines } from './text/hanging-indent.ts';
import { minimalEdits } from './text/minimal-edits.ts';
import { resolvedText } from './text/resolved-text.ts';
import styles from './xml-panel.module.css';
import { XmlStatus } from './xml-status.tsx';
import { XmlToolbar } from './xml-toolbar.tsx';

const WRAP_KEY = 'xml-wrap';

/** The template as text. The text and the stage share the editor's document, so an edit in one appears in the other. */
export function XmlPanel() {
  const store = useEditor();
  const { xmlView: strings } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const names = useAssets(project, namesOf).data;
  const latestNames = useRef<readonly string[]>([]);
  latestNames.current = names ?? [];
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<XmlEditor | null>(null);
  const [values, setValues] = useState<'raw' | 'resolved'>('raw');
  const [wrap, setWrap] = useState(() => readStored(WRAP_KEY) !== false);
  const [comparing, setComparing] = useState(false);
  const [goingTo, setGoingTo] = useState(false);
  const [reference, setReference] = useState(false);

  useEffect(() => {
    if (host.current === null) return;
    const created = createXmlEditor({
      parent: host.current,
      store,
      words: strings,
      assets: () => latestNames.current,
    });
    setEditor(created);
    return () => {
      setEditor(null);
      created.destroy();
    };
  }, [store, strings]);
  useEffect(() => {
    editor?.setWrap(wrap);
    writeStored(WRAP_KEY, wrap);
  }, [editor, wrap]);

  const nextProblem = useRef<Problem | null>(null);
  const goToProblem = useCallback(
    (problem: Problem) => {
      if (values === 'raw') return editor?.goToProblem(problem);
      nextProblem.current = problem;
      setValues('raw');
    },
    [editor, values],
  );
  // Move the cursor when the text is visible, and before the next key arrives.
  useLayoutEffect(() => {
    if (values === 'raw' && nextProblem.current !== null) editor?.goToProblem(nextProblem.current);
    nextProblem.current = null;
  }, [editor, values]);
  useShownView(
    'xml',
    useMemo(
      () =>
        editor === null
          ? null
          : {
              isEditable: () => values === 'raw',
              find: () => void openSearchPanel(editor.view),
              format: editor.format,
              goToLine: () => setGoingTo(true),
              goToProblem,
              wraps: () => wrap,
              toggleWrap: () => setWrap(!wrap),
              foldScenes: editor.foldScenes,
              unfold: editor.unfold,
              openReference: () => setReference(true),
            },
      [editor, values, wrap, goToProblem],
    ),
  );

  return (
    <div className={styles.panel}>
      <XmlToolbar
        editor={editor}
        reference={reference}
        onReference={setReference}
        values={values}
        onValues={setValues}
        comparing={comparing}
        onCompare={setComparing}
      />
      {comparing && values === 'raw' && editor !== null && (
        <CompareBar editor={editor} onClose={() => setComparing(false)} />
      )}
      <div ref={host} className={styles.code} hidden={values === 'resolved'} />
      {values === 'resolved' && <ResolvedView wrap={wrap} top={editor === null ? 1 : topLineOf(editor)} />}
      {editor !== null && <FindHost editor={editor} />}
      {editor !== null && (
        <>
          <ProblemList editor={editor} onGoTo={goToProblem} />
          <XmlStatus editor={editor} goingTo={goingTo} onGoingTo={setGoingTo} readOnly={values === 'resolved'} />
        </>
      )}
    </div>
  );
}

/** The find and replace panel, rendered into CodeMirror's panel with the components of the UI kit. */
function FindHost({ editor }: { readonly editor: XmlEditor }) {
  const findHost = useStore(editor.snapshot, (snapshot) => snapshot.findHost);
  return useMemo(
    () => (findHost === null ? null : createPortal(<FindPanel view={editor.view} />, findHost)),
    [findHost, editor],
  );
}

function topLineOf({ view }: XmlEditor): number {
  const block = view.lineBlockAtHeight(view.scrollDOM.scrollTop);
  return view.state.doc.lineAt(block.from).number;
}

function namesOf(assets: readonly AssetEntry[]): readonly string[] {
  return assets.map(({ name }) => name);
}

interface CompareBarProps {
  readonly editor: XmlEditor;
  readonly onClose: () => void;
}

/** A bar to choose the revision for a comparison, with buttons that move between the differences. */
function CompareBar({ editor, onClose }: CompareBarProps) {
  const { xmlView: strings, revisions: ofRevisions } = useStrings();
  const changes = useStore(editor.snapshot, (snapshot) => snapshot.changes);
  const [chosen, setChosen] = useState<number | null>(null);
  const revisions = useRevisions();
  const list = revisions.data ?? [];
  const marks = useRevisionMarks(list);
  const requested = revisionToCompare(list, marks, chosen);
  const text = useRevisionText(requested);
  const original = text.data?.text ?? null;
  useEffect(() => {
    editor.compareWith(original);
    return () => editor.compareWith(null);
  }, [editor, original]);

  return (
    <div className={styles.bar}>
      {list.length === 0 ? (
        <span>{revisions.isPending ? '' : strings.noRevisions}</span>
      ) : (
        <Select
          label={strings.compareWith}
          size="sm"
          value={requested === null ? null : String(requested.revision)}
          onChange={(value) => setChosen(Number(value))}
          options={list.map(({ revision, savedAt }) => ({
            value: String(revision),
            label: strings.revision(revision, formatShortDate(new Date(savedAt))),
            hint: marks
              .get(revision)
              ?.map((mark) => ofRevisions.marks[mark])
              .join(' · '),
          }))}
        />
      )}
      <span role="status">
        {text.isError ? strings.compareFailed : original === null ? '' : strings.changes(changes)}
      </span>
      <span className={styles.space} />
      <IconButton
        icon={ArrowUp}
        label={strings.previousChange}
        size="sm"
        onClick={() => goToPreviousChunk(editor.view)}
      />
      <IconButton icon={ArrowDown} label={strings.nextChange} size="sm" onClick={() => goToNextChunk(editor.view)} />
      <ActionIconButton action="file/revisions" size="sm" />
      <IconButton icon={X} label={strings.close} size="sm" onClick={onClose} />
    </div>
  );
}

interface ResolvedViewProps {
  readonly wrap: boolean;
  /** The first visible line. */
  readonly top: number;
}

/** The read-only text with variables replaced by the current values. */
function ResolvedView({ wrap, top }: ResolvedViewProps) {
  const { xmlView: strings } = useStrings();
  const source = useEditorValue(({ document }) => document.state.source);
  const values = useEditorValue(({ document }) => document.state.values);
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
          readingSetup(strings),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': strings.resolvedText, 'aria-readonly': 'true' }),
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
  }, [strings, wrap]);

  useEffect(() => {
    const view = shown.current;
    const edits = view === null ? [] : minimalEdits(view.state.doc.toString(), text);
    if (edits.length > 0) view?.dispatch({ changes: [...edits] });
  }, [text]);

  return <div ref={host} className={styles.code} />;
}
