import { GitCompareArrows } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import type { ConflictCopy } from '#renderer/state/saving/saving.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from '../../frame/banners.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';

/** Opens the comparison once a conflict is there and nobody is writing or dragging, whose keys it would take. */
function useOpenedAtRest(isConflict: boolean, open: (open: boolean) => void): void {
  const store = useEditorStore();
  useEffect(() => {
    if (!isConflict) return open(false);
    const isBusy = () =>
      store.getState().gesture !== null ||
      document.activeElement?.matches(
        'input, textarea, [contenteditable]:not([contenteditable=false]), .cm-content',
      ) === true;
    const over = new AbortController();
    const look = () => {
      if (isBusy() || over.signal.aborted) return;
      over.abort();
      open(true);
    };
    const stop = store.subscribe(look);
    over.signal.addEventListener('abort', stop);
    // The element that gets the focus has it only after this event.
    document.addEventListener('focusout', () => queueMicrotask(look), { signal: over.signal });
    look();
    return () => over.abort();
  }, [isConflict, open, store]);
}

/** Names a copy that could not be deleted. */
function useCopyLeft(): void {
  const { app } = useStrings();
  const left = useEditor((state) => state.copyLeft);
  const toasts = useToast();
  const tell = useEffectEvent((name: string) =>
    toasts.show({ id: 'conflict-copy', message: app.conflictCopyLeft(name), detail: app.conflictCopyLeftHint }),
  );
  useEffect(() => {
    if (left !== null) tell(left);
  }, [left]);
}

export interface ConflictBannerProps {
  readonly comparing: boolean;
  readonly onComparing: (comparing: boolean) => void;
}

/** Reports a conflict across the editor, with the copy that takes the edits meanwhile, and opens the comparison. */
export function ConflictBanner({ comparing, onComparing }: ConflictBannerProps) {
  const { app } = useStrings();
  const template = useEditor((state) => state.template);
  const isConflict = useEditor(({ saving }) => saving.kind === 'conflict');
  const copy = useEditor((state) => state.conflictCopy);
  useOpenedAtRest(isConflict, onComparing);
  useCopyLeft();
  if (!isConflict) return null;
  return (
    <div role="alert" className={styles.banner}>
      <Icon icon={GitCompareArrows} />
      <strong style={{ fontWeight: 500 }}>{app.conflictTitle(template)}.</strong>
      <span className={styles.hint}>{copyStatus(copy, app)}</span>
      <Button size="sm" variant="primary" onClick={() => onComparing(true)}>
        {app.conflictCompare}
      </Button>
      {comparing && <ConflictDialog onClose={() => onComparing(false)} />}
    </div>
  );
}

function copyStatus(copy: ConflictCopy | null, app: ReturnType<typeof useStrings>['app']): string {
  const kind = copy?.saving.kind;
  if (kind === 'failed' || kind === 'held' || kind === 'conflict' || kind === 'deleted') return app.conflictUnsafe;
  return copy === null || copy.name === null ? app.conflictSaving : app.conflictSafe(copy.name);
}
