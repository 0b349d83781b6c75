import { openSearchPanel } from '@codemirror/search';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { CompareBar } from './compare-bar.tsx';
import { createXmlEditor, type XmlEditor } from './editor/xml-editor.ts';
import { FindPanel } from './find-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import { ResolvedView } from './resolved-view.tsx';
import styles from './xml-panel.module.css';
import { XmlStatus } from './xml-status.tsx';
import { XmlToolbar } from './xml-toolbar.tsx';

const WRAP_KEY = 'xml-wrap';

/** The template as text, in step with the picture: what is edited in one is in the other. */
export function XmlPanel() {
  const store = useEditorStore();
  const { xmlView: words } = useStrings();
  const project = useEditor((state) => state.project);
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
    const made = createXmlEditor({
      parent: host.current,
      store,
      words,
      assets: () => latestNames.current,
    });
    setEditor(made);
    return () => {
      setEditor(null);
      made.destroy();
    };
  }, [store, words]);
  useEffect(() => {
    editor?.setWrap(wrap);
    writeStored(WRAP_KEY, wrap);
  }, [editor, wrap]);

  const goToProblem = useCallback(
    (problem: Problem) => {
      setValues('raw');
      // The text must be on screen before it can take the cursor.
      requestAnimationFrame(() => editor?.goToProblem(problem));
    },
    [editor],
  );
  useActionPort(
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

/** The panel to find and replace stands where CodeMirror puts it, and is drawn by the kit. */
function FindHost({ editor }: { readonly editor: XmlEditor }) {
  const findHost = useStore(editor.sight, (sight) => sight.findHost);
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
