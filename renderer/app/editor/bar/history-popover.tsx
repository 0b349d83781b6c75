import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useAction, useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import styles from './history-popover.module.css';
import { HistorySteps } from './history-steps.tsx';

/** Every step since the template was opened; a press goes there. Below them the way to what was saved before. */
export function HistoryPopover() {
  const { app } = useStrings();
  const [open, setOpen] = useState(false);
  const revisions = useAction('file/revisions');
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
      {open && (
        <div className={styles.popover}>
          <HistorySteps />
          <div className={styles.foot}>
            <Button
              variant="quiet"
              size="sm"
              icon={revisions.icon}
              disabled={!revisions.enabled}
              onClick={() => {
                setOpen(false);
                revisions.run();
              }}
            >
              {revisions.label}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  );
}
