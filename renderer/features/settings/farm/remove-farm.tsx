import { useRef, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useChangeFarm } from '#renderer/api/queries/use-farm.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';

/** Goes back to films that are made here, after a word: secrets are forgotten with it. */
export function RemoveFarm({ onRemoved }: { readonly onRemoved: () => void }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  const toasts = useToast();
  const change = useChangeFarm();
  const keep = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState(false);
  const remove = () =>
    change.mutate(null, {
      onSuccess: onRemoved,
      onError: (error) => toasts.show({ message: words.notSaved, detail: problemText(error), tone: 'danger' }),
      onSettled: () => setAsking(false),
    });
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setAsking(true)}>
        {words.remove}
      </Button>
      <Dialog
        open={asking}
        size="sm"
        onClose={() => setAsking(false)}
        initialFocus={keep}
        title={words.removeTitle}
        onSubmit={remove}
        footer={
          <>
            <Button ref={keep} onClick={() => setAsking(false)}>
              {words.cancel}
            </Button>
            <Button type="submit" variant="danger" busy={change.isPending}>
              {words.removeNow}
            </Button>
          </>
        }
      >
        <p>{words.removeMeans}</p>
      </Dialog>
    </>
  );
}
