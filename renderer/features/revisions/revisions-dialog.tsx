import { Bot, Check, DoorOpen, History, type LucideIcon, Save } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectStepLabels } from '#renderer/editor/selectors.ts';
import { nextInList } from '#renderer/interaction/focus.ts';
import {
  type Revision,
  type RevisionMark,
  revisionToCompare,
  useRevisionMarks,
  useRevisions,
  useRevisionText,
} from '#renderer/project/revisions.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Badge, type BadgeProps } from '#renderer/ui/display/badge.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatAge, formatClockSeconds } from '#renderer/ui/format/age.ts';
import { formatDate } from '#renderer/ui/format/date.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Author } from '#shared/contract/shapes/shapes.ts';
import { message } from '#shared/messages/message.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import styles from './revisions-dialog.module.css';
import { useOpenVersion, useOtherVersion } from './use-open-version.ts';
import type { Version } from './version.ts';

export interface RevisionsDialogProps {
  /** The revision that is chosen first; null for the usual one. */
  readonly first: number | null;
  readonly onClose: () => void;
}

/** The dialog that compares the saved revisions with the open template and restores a revision. */
export function RevisionsDialog({ first, onClose }: RevisionsDialogProps) {
  const { revisions: strings, kit } = useStrings();
  const name = useEditorValue(({ document }) => document.state.template);
  const text = useEditorValue(({ document }) => document.state.text);
  const editor = useEditor();
  const toasts = useToast();
  const list = useRef<HTMLDivElement>(null);
  const query = useRevisions();
  const revisions = query.data ?? [];
  const marks = useRevisionMarks(revisions);
  const [chosen, setChosen] = useState(first);
  const current = revisionToCompare(revisions, marks, chosen);
  const savedText = useRevisionText(current);
  const before = useOtherVersion(
    current === null ? '' : strings.revision(current.revision),
    savedText.data?.text ?? null,
  );
  const open = useOpenVersion(strings.now);
  const [against, setAgainst] = useState<string>(NOW);
  const other = revisions.find(({ revision }) => String(revision) === against) ?? null;
  const otherText = useRevisionText(other);
  const otherVersion = useOtherVersion(
    other === null ? '' : strings.revision(other.revision),
    otherText.data?.text ?? null,
  );
  const after = noted(otherVersion ?? open, other, strings);
  const isLoaded = query.isSuccess && revisions.length > 0;
  // Focus the list one frame after it has loaded, because the dialog first focuses itself if the focused button was
  // removed.
  useEffect(() => {
    if (!isLoaded) return;
    const frame = requestAnimationFrame(() => list.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isLoaded]);

  const restore = () => {
    if (current === null || before === null) return;
    const { revision } = current;
    const result = editor.document.dispatch({
      type: 'text/replace',
      text: before.text,
      label: message('step/restore-revision', { revision }),
    });
    if (!result.ok) {
      toasts.show({ message: say(result.error), tone: 'danger' });
      return;
    }
    // Undo only if restoring the revision is still the last step.
    const takeBack = () => {
      if (selectStepLabels(editor.document.state).undo === result.value.label) editor.document.undo();
    };
    toasts.show({ message: strings.restored(revision), action: { label: strings.undo, run: takeBack } });
    onClose();
  };

  const isOpen = before?.text === text;
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.title(name)}
      size="xl"
      flush
      className={styles.dialog}
      initialFocus={list}
      footer={
        <>
          <span className={styles.hint}>{isOpen ? strings.isOpen : strings.restoreHint}</span>
          <Button onClick={onClose}>{kit.close}</Button>
          <Button variant="primary" disabled={before === null || isOpen} onClick={restore}>
            {strings.restore}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {isLoaded ? (
          <>
            <RevisionList
              listRef={list}
              revisions={revisions}
              marks={marks}
              current={current?.revision ?? -1}
              onCurrent={setChosen}
            />
            {before === null ? (
              <LoadFallback query={savedText} title={strings.textFailed}>
                <LoadingPanel />
              </LoadFallback>
            ) : (
              <ComparisonPanel
                before={noted(before, current, strings)}
                after={after}
                choice={
                  <Select
                    label={strings.against}
                    size="sm"
                    value={other === null ? NOW : against}
                    onChange={setAgainst}
                    options={[
                      { value: NOW, label: strings.now },
                      ...revisions.map(({ revision }) => ({
                        value: String(revision),
                        label: strings.revision(revision),
                      })),
                    ]}
                    className={styles.against}
                  />
                }
                onLayer={onClose}
              />
            )}
          </>
        ) : query.isSuccess ? (
          <EmptyState icon={History} title={strings.none} hint={strings.noneHint} />
        ) : (
          <LoadFallback query={query} title={strings.listFailed}>
            <LoadingPanel />
          </LoadFallback>
        )}
      </div>
    </Dialog>
  );
}

/** The value that selects the open template as the later version. */
const NOW = 'now';

/** Adds the author and the description of a revision to its version. */
function noted(
  version: Version,
  revision: Revision | null,
  { origin }: { readonly origin: (author?: Author | null, label?: string | null) => string },
): Version {
  const note = revision === null ? '' : origin(revision.author, revision.label);
  return note === '' ? version : { ...version, note };
}

/** A placeholder with the size of the comparison. */
function LoadingPanel() {
  const { revisions: strings } = useStrings();
  return (
    <div className={styles.loading} role="status" aria-label={strings.reading}>
      <Skeleton width="40%" height={16} />
      <Skeleton width="100%" height={212} />
      <Skeleton width="70%" height={16} />
      <Skeleton width="60%" height={16} />
    </div>
  );
}

interface RevisionListProps {
  readonly listRef: RefObject<HTMLDivElement | null>;
  /** The revisions, newest first. */
  readonly revisions: readonly Revision[];
  readonly marks: ReadonlyMap<number, readonly RevisionMark[]>;
  readonly current: number;
  readonly onCurrent: (revision: number) => void;
}

const PAGE = 8;

const looks = {
  now: { icon: Check, tone: 'accent' },
  last: { icon: Save, tone: 'plain' },
  opened: { icon: DoorOpen, tone: 'plain' },
} as const satisfies Record<RevisionMark, { readonly icon: LucideIcon; readonly tone: BadgeProps['tone'] }>;

/** A list of the saved revisions with their times. One of them is selected. */
function RevisionList({ listRef, revisions, marks, current, onCurrent }: RevisionListProps) {
  const { revisions: strings, projects } = useStrings();
  const id = useId();
  const now = new Date();
  const at = revisions.findIndex(({ revision }) => revision === current);
  useEffect(() => {
    listRef.current?.querySelector(`[data-revision="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [listRef, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = nextInList(event.key, at, revisions.length, { page: PAGE });
    const revision = target === null ? undefined : revisions[target];
    if (revision === undefined) return;
    event.preventDefault();
    onCurrent(revision.revision);
  };
  return (
    <div
      ref={listRef}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={strings.list}
      aria-activedescendant={at < 0 ? undefined : `${id}-${current}`}
      onKeyDown={onKeyDown}
    >
      {revisions.map(({ revision, savedAt, size, author, label }) => {
        const savedTime = new Date(savedAt);
        const change = strings.origin(author, label);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
          <div
            key={revision}
            id={`${id}-${revision}`}
            data-revision={revision}
            role="option"
            tabIndex={-1}
            aria-selected={revision === current}
            className={styles.row}
            title={formatDate(savedTime)}
            onClick={() => onCurrent(revision)}
          >
            <span className={styles.head}>
              <span className={styles.name}>{strings.revision(revision)}</span>
              {(marks.get(revision) ?? []).map((mark) => (
                <Badge key={mark} icon={looks[mark].icon} tone={looks[mark].tone}>
                  {strings.marks[mark]}
                </Badge>
              ))}
            </span>
            {change !== '' && (
              <span className={styles.change} title={change}>
                {author != null && author.kind !== 'person' && <Icon icon={Bot} size={14} className={styles.author} />}
                {change}
              </span>
            )}
            <span className={styles.when}>
              {formatClockSeconds(savedTime)} · {formatAge(savedTime, now, projects.justNow)}
            </span>
            <span className={styles.size}>{formatSize(size)}</span>
          </div>
        );
      })}
    </div>
  );
}
