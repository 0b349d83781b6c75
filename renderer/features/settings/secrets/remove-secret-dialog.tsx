import { useRef } from 'react';
import { useRemoveSecret } from '#renderer/common/renders/use-secrets.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { KnownSecret } from '#shared/contract/desktop/desktop-shapes.ts';

export interface RemoveSecretDialogProps {
  readonly secret: KnownSecret;
  readonly onClose: () => void;
}

/** Asks before keys are removed: nobody can look them up afterwards. */
export function RemoveSecretDialog({ secret, onClose }: RemoveSecretDialogProps) {
  const { settings: words } = useStrings();
  const keep = useRef<HTMLButtonElement>(null);
  const remove = useRemoveSecret();
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      initialFocus={keep}
      title={words.removeTitle(secret.name)}
      description={words.removeMeans[secret.kind]}
      onSubmit={() => remove.mutate(secret.name, { onSettled: onClose })}
      footer={
        <>
          <Button ref={keep} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending}>
            {words.removeNow}
          </Button>
        </>
      }
    >
      <p>{words.removeFinal}</p>
    </Dialog>
  );
}
