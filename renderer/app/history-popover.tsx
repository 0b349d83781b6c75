import { Check, FileText, History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useActionPort } from '../actions/use-actions.tsx';
import { useEditor, useEditorActions } from '../state/editor-context.tsx';
import { useStrings } from '../strings/use-strings.tsx';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './history-popover.module.css';

/** Every step since the template was opened; a press goes there. */
export function HistoryPopover() {
  const { app } = useStrings();
  const [open, setOpen] = useState(false);
  useActionPort(
    'history',
    useMemo(() => ({ openHistory: () => setOpen(true) }), []),
  );
  return (
    <Popover
      label={app.history}
      open={open}
      onOpenChange={setOpen}
      flush
      align="center"
      trigger={<IconButton icon={History} label={app.history} size="sm" />}
    >
      {open && <Steps />}
    </Popover>
  );
}

function Steps() {
  const { app } = useStrings();
  const history = useEditor((state) => state.history);
  const { jump } = useEditorActions();
  const steps = [
    { key: 0, label: app.historyStart, position: 0 },
    ...history.entries.map(({ id, label }, index) => ({ key: id + 1, label, position: index + 1 })),
  ];
  return (
    <div className={styles.list}>
      {steps.map(({ key, label, position }) => (
        <button
          key={key}
          type="button"
          className={`${styles.step} ${position > history.position ? styles.undone : ''}`}
          aria-current={position === history.position ? 'step' : undefined}
          onClick={() => jump(position)}
        >
          {position === history.position ? (
            <Icon icon={Check} size={14} />
          ) : position === 0 ? (
            <Icon icon={FileText} size={14} />
          ) : (
            <i />
          )}
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}
