import { useRef, useState } from 'react';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { formatSize } from '../../../ui/format/size.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { TrashCommands } from './use-trash-commands.ts';

export interface EmptyTrashDialogProps {
  readonly count: number;
  readonly bytes: number;
  readonly commands: Pick<TrashCommands, 'empty'>;
  readonly onClose: () => void;
}

/** Asks before all that is in the trash is deleted for good. */
export function EmptyTrashDialog({ count, bytes, commands, onClose }: EmptyTrashDialogProps) {
  const words = useStrings().assets.trash;
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    if (await commands.empty()) return onClose();
    setBusy(false);
  };
  return (
    <Dialog
      open={true}
      onClose={onClose}
      size="sm"
      initialFocus={cancel}
      title={words.emptyTitle}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {words.emptyCancel}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {words.emptySubmit}
          </Button>
        </>
      }
    >
      <p>
        {words.emptyMeans(count, formatSize(bytes))} {words.emptyWarning}
      </p>
    </Dialog>
  );
}
