import { problemText } from '#renderer/api/client/problem-words.ts';
import { useEmptyCache } from '#renderer/api/queries/use-storage.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { CacheName } from './storage-areas.ts';

export interface EmptyCacheDialogProps {
  readonly area: CacheName;
  readonly bytes: number;
  readonly onClose: () => void;
}

/** Asks before what can be made again is removed: making it takes time. */
export function EmptyCacheDialog({ area, bytes, onClose }: EmptyCacheDialogProps) {
  const { settings: words } = useStrings();
  const toasts = useToast();
  const empty = useEmptyCache();
  const carryOut = () =>
    empty.mutate(area, {
      onSuccess: ({ freedBytes }) => {
        toasts.show({ message: words.freed(formatSize(freedBytes)), tone: 'success' });
        onClose();
      },
      onError: (error) => toasts.show({ message: words.notEmptied, detail: problemText(error), tone: 'danger' }),
    });
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={words.emptyTitle(words.areas[area])}
      description={words.emptyMeans[area]}
      onSubmit={carryOut}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="danger" busy={empty.isPending}>
            {words.emptyNow(formatSize(bytes))}
          </Button>
        </>
      }
    >
      <p>{words.emptyWhileRendering}</p>
    </Dialog>
  );
}
