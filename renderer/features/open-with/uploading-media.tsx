import { useEffect } from 'react';
import { useUploads } from '#renderer/api/queries/use-uploads.ts';
import { UploadItem } from '#renderer/common/uploads/upload-item.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { OnItsWay } from './on-its-way.ts';
import styles from './open-with.module.css';

export interface UploadingMediaProps extends OnItsWay {
  readonly title: string;
  readonly onClose: () => void;
}

/** The media of a template on its way. The template opens when all of it is there, or as soon as somebody wants. */
export function UploadingMedia({ title, project, template, names, onClose }: UploadingMediaProps) {
  const { openWith: words } = useStrings();
  const { go } = useNavigation();
  const rows = useUploads(project).filter(({ name }) => names.includes(name));
  const isDone = rows.every(({ phase }) => phase.type === 'done');
  useEffect(() => {
    if (!isDone) return;
    go({ screen: 'project', project, template });
    onClose();
  });
  const open = () => {
    go({ screen: 'project', project, template });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={open}
      title={title}
      description={words.uploading}
      footer={
        <Button variant="primary" onClick={open}>
          {words.openNow}
        </Button>
      }
    >
      <ul className={styles.uploads} aria-label={words.media}>
        {rows.map((row) => (
          <UploadItem key={row.id} row={row} clashes={0} />
        ))}
      </ul>
    </Dialog>
  );
}
