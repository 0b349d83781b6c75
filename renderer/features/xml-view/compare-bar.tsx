import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useApi } from '../../api/api-context.tsx';
import { readTemplateText } from '../../api/template-text.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import type { XmlEditor } from './xml-editor.ts';
import styles from './xml-panel.module.css';

interface CompareBarProps {
  readonly editor: XmlEditor;
  readonly onClose: () => void;
}

/** Which saved revision the text is compared with, and the way from change to change. */
export function CompareBar({ editor, onClose }: CompareBarProps) {
  const { xmlView: words } = useStrings();
  const api = useApi();
  const project = useEditor((state) => state.project);
  const name = useEditor((state) => state.template);
  const saved = useEditor((state) => (state.saving.kind === 'saved' ? state.saving.at : null));
  const changes = useStore(editor.sight, (sight) => sight.changes);
  const [chosen, setChosen] = useState<string | null>(null);
  const revisions = useQuery({
    queryKey: ['xml-view', 'revisions', project, name, saved],
    queryFn: async () => {
      const region = await api.region();
      return (await api.client.call('listRevisions', { parameters: { region, project, name } })).revisions;
    },
    placeholderData: (before) => before,
  });
  const list = revisions.data ?? [];
  // What is saved by itself within seconds is what is on screen; the one before tells more.
  const wanted = chosen ?? String((list[1] ?? list[0])?.revision ?? '');
  const text = useQuery({
    queryKey: ['xml-view', 'revision', project, name, wanted],
    queryFn: ({ signal }) => readTemplateText(api, { project, name, revision: Number(wanted) }, signal),
    enabled: wanted !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const original = text.data?.text ?? null;
  useEffect(() => {
    editor.compareWith(original);
    return () => editor.compareWith(null);
  }, [editor, original]);

  return (
    <div className={styles.bar}>
      {list.length === 0 ? (
        <span>{revisions.isPending ? '' : words.noRevisions}</span>
      ) : (
        <Select
          label={words.compareWith}
          size="sm"
          value={wanted}
          onChange={setChosen}
          options={list.map(({ revision, savedAt }) => ({
            value: String(revision),
            label: words.revision(revision, new Date(savedAt).toLocaleString()),
          }))}
        />
      )}
      <span role="status">{text.isError ? words.compareFailed : original === null ? '' : words.changes(changes)}</span>
      <span className={styles.space} />
      <IconButton
        icon={ArrowUp}
        label={words.previousChange}
        size="sm"
        onClick={() => goToPreviousChunk(editor.view)}
      />
      <IconButton icon={ArrowDown} label={words.nextChange} size="sm" onClick={() => goToNextChunk(editor.view)} />
      <IconButton icon={X} label={words.close} size="sm" onClick={onClose} />
    </div>
  );
}
