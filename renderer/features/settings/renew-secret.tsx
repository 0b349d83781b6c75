import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** Makes a new key and a new secret, after a word of warning. */
export function RenewSecret() {
  const { settings: words } = useStrings();
  const desktop = useDesktop();
  const queries = useQueryClient();
  const toasts = useToast();
  const keep = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const renew = async () => {
    if (busy) return;
    setBusy(true);
    const access = await desktop?.renewApiSecret().catch(() => null);
    setBusy(false);
    setAsking(false);
    if (access == null) toasts.show({ message: words.notRenewed, tone: 'danger' });
    else toasts.show({ message: words.renewed, detail: words.renewedHint, tone: 'success' });
    await queries.invalidateQueries({ queryKey: ['desktop', 'api'] });
  };
  return (
    <>
      <IconButton icon={RefreshCw} label={words.renewSecret} size="sm" onClick={() => setAsking(true)} />
      <Dialog
        open={asking}
        size="sm"
        onClose={() => setAsking(false)}
        initialFocus={keep}
        title={words.renewTitle}
        description={words.renewMeans}
        onSubmit={() => void renew()}
        footer={
          <>
            <Button ref={keep} onClick={() => setAsking(false)}>
              {words.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={busy}>
              {words.renewNow}
            </Button>
          </>
        }
      >
        <p>{words.renewRestarts}</p>
      </Dialog>
    </>
  );
}
