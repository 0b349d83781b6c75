import { useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets, useRenameAsset } from '#renderer/api/queries/use-assets.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useAssetCommands } from '#renderer/project/asset-commands.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { message } from '#shared/messages/message.ts';
import { nameKey, nameProblem } from '#shared/names/asset-name.ts';
import { splitName } from '#shared/names/usable-name.ts';
import styles from './asset-dialogs.module.css';
import { relinkTemplates } from './asset-uses.ts';
import { useTemplatesUsing } from './use-templates-using.ts';

export interface RenameAssetProps {
  readonly project: string;
  readonly entry: AssetEntry;
  readonly onClose: () => void;
}

/** A dialog that renames an asset, and updates the templates that use the asset. */
export function RenameAsset({ project, entry, onClose }: RenameAssetProps) {
  const strings = useStrings().assets.rename;
  const api = useApi();
  const editor = useEditor();
  const toasts = useToast();
  const { showError, relinkTo } = useAssetCommands();
  const { data: assets } = useAssets(project);
  const { data: using } = useTemplatesUsing([entry.name]);
  const { mutateAsync } = useRenameAsset(project);
  const [name, setName] = useState(entry.name);
  const [updates, setUpdates] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = problemOf(name, entry.name, assets ?? [], strings);

  const submit = async () => {
    if (name === entry.name) return onClose();
    if (problem !== undefined || using === undefined) return;
    setBusy(true);
    try {
      await mutateAsync({ name: entry.name, to: name });
      if (updates) await updateTemplates(using);
      toasts.show(strings.done(name));
      onClose();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  const updateTemplates = async (templates: readonly string[]) => {
    const { template } = editor.document.state;
    if (templates.includes(template)) relinkTo(entry.name, name);
    const others = templates.filter((each) => each !== template);
    const failed = await relinkTemplates(api, project, others, { from: entry.name, to: name });
    if (failed.length > 0) toasts.show({ tone: 'warning', message: strings.notChanged(failed.join(', ')) });
  };

  return (
    <Dialog
      open={true}
      onClose={onClose}
      size="sm"
      title={strings.title}
      initialFocus={field}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={problem !== undefined || using === undefined}
            tooltip={problem}
          >
            {strings.submit}
          </Button>
        </>
      }
    >
      <TextField
        ref={field}
        label={strings.label}
        value={name}
        onChange={setName}
        invalid={problem}
        onFocus={(event) => event.currentTarget.setSelectionRange(0, splitName(entry.name).stem.length)}
      />
      <p className={styles.problem} role="status">
        {problem}
      </p>
      <div className={styles.updates}>
        {using !== undefined && using.length > 0 ? (
          <>
            <Checkbox checked={updates} onChange={setUpdates} label={strings.updateTemplates(using.length)} />
            <p className={styles.hint}>
              {using.join(', ')}. {!updates && strings.keepTemplates}
            </p>
          </>
        ) : (
          <p className={styles.hint}>{using === undefined ? strings.looking : strings.unused}</p>
        )}
      </div>
    </Dialog>
  );
}

/** Returns the reason why an asset cannot have that name; undefined if the name is valid. */
function problemOf(
  name: string,
  current: string,
  assets: readonly AssetEntry[],
  words: Catalogue['assets']['rename'],
): string | undefined {
  const problem = nameProblem(name);
  if (problem !== null) return say(message('name/refused', { problem }));
  if (nameKey(name) === nameKey(current)) return undefined;
  const other = assets.find((asset) => nameKey(asset.name) === nameKey(name));
  return other === undefined ? undefined : words.taken(other.name);
}
