import { goToNextChunk, goToPreviousChunk } from '@codemirror/merge';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { firstToCompare } from '#renderer/common/revisions/revision-marks.ts';
import { useRevisionMarks, useRevisions, useRevisionText } from '#renderer/common/revisions/use-revisions.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatShortDate } from '#renderer/ui/format/date.ts';
import type { XmlEditor } from './editor/xml-editor.ts';
import styles from './xml-panel.module.css';

interface CompareBarProps {
  readonly editor: XmlEditor;
  readonly onClose: () => void;
}

/** Which saved revision the text is compared with, and the way from change to change. */
export function CompareBar({ editor, onClose }: CompareBarProps) {
  const { xmlView: words, revisions: ofRevisions } = useStrings();
  const changes = useStore(editor.sight, (sight) => sight.changes);
  const [chosen, setChosen] = useState<number | null>(null);
  const revisions = useRevisions();
  const list = revisions.data ?? [];
  const marks = useRevisionMarks(list);
  const wanted = list.find(({ revision }) => revision === chosen) ?? firstToCompare(list, marks);
  const text = useRevisionText(wanted);
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
          value={wanted === null ? null : String(wanted.revision)}
          onChange={(value) => setChosen(Number(value))}
          options={list.map(({ revision, savedAt }) => ({
            value: String(revision),
            label: words.revision(revision, formatShortDate(new Date(savedAt))),
            hint: marks
              .get(revision)
              ?.map((mark) => ofRevisions.marks[mark])
              .join(' · '),
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
      <ActionIconButton action="file/revisions" size="sm" />
      <IconButton icon={X} label={words.close} size="sm" onClick={onClose} />
    </div>
  );
}
