import { useRef, useState } from 'react';
import { useDeleteAsset } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useAssetCommands } from '#renderer/project/asset-commands.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { useTrashCommands } from '../trash/use-trash-commands.ts';
import styles from './asset-dialogs.module.css';
import { useTemplatesUsing } from './use-templates-using.ts';

export interface DeleteAssetsProps {
  readonly project: string;
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** A confirmation before assets go to the trash, with the templates that use them. */
export function DeleteAssets({ project, names, onClose }: DeleteAssetsProps) {
  const strings = useStrings().assets.remove;
  const open = useEditorValue(({ document }) => document.state.template);
  const uses = useTemplatesUsing(names);
  const { data: using } = uses;
  const { mutateAsync } = useDeleteAsset(project);
  const { showError } = useAssetCommands();
  const trash = useTrashCommands(project);
  const [isBusy, setBusy] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const [first = ''] = names;
  const isUsed = (using?.length ?? 0) > 0;
  const isOne = names.length === 1;
  const retention = (isOne ? strings.restorable : strings.restorableMany)(serviceLimits.trashDays);

  const submit = async () => {
    setBusy(true);
    const deleted: string[] = [];
    try {
      for (const name of names) deleted.push(...(await mutateAsync(name)).deleted);
    } catch (error) {
      showError(error);
    }
    await trash.offerUndo(deleted);
    onClose();
  };

  return (
    <Dialog
      open={true}
      onClose={onClose}
      size="sm"
      initialFocus={cancelButton}
      title={strings.title(names.length, first)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button ref={cancelButton} onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} disabled={using === undefined}>
            {isUsed ? strings.submitAnyway : strings.submit}
          </Button>
        </>
      }
    >
      {using === undefined ? (
        <LoadFallback query={uses} title={strings.usesFailed}>
          <Skeleton width="100%" height={40} />
        </LoadFallback>
      ) : isUsed ? (
        <>
          <p>{isOne ? strings.used : strings.usedMany}</p>
          <p className={styles.label}>{strings.usedBy}</p>
          <ul className={styles.templates}>
            {using.map((name) => (
              <li key={name}>
                {name} {name === open && <span className={styles.note}>{strings.thisTemplate}</span>}
              </li>
            ))}
          </ul>
          <p className={styles.retention}>{retention}</p>
        </>
      ) : (
        <p>
          {isOne ? strings.unused : strings.unusedMany} {retention}
        </p>
      )}
    </Dialog>
  );
}
