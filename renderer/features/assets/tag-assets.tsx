import { useMemo, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets, useTagAsset } from '#renderer/api/queries/use-assets.ts';
import { useAssetCommands } from '#renderer/project/asset-commands.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { distinctTags, MAX_TAGS, TAG_CHARACTERS, typedTags } from '#shared/names/tags.ts';
import { listedTags, type TagChanges, tagCoverage, taggedAssets, tagsOf, withChange } from './tag-changes.ts';
import styles from './tags.module.css';

export interface TagAssetsProps {
  readonly project: string;
  readonly entries: readonly AssetEntry[];
  readonly onClose: () => void;
}

const NO_CHANGES: TagChanges = new Map();
const NO_ASSETS: readonly AssetEntry[] = [];

/** A dialog that edits the tags of assets: checkboxes for known tags, and a field for new ones. */
export function TagAssets({ project, entries, onClose }: TagAssetsProps) {
  const { tags: strings } = useStrings().assets;
  const { showError } = useAssetCommands();
  const { data: assets = NO_ASSETS } = useAssets(project);
  const { mutateAsync } = useTagAsset(project);
  const [changes, setChanges] = useState(NO_CHANGES);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const knownTags = useMemo(() => tagsOf(assets), [assets]);
  const changed = [...changes.values()].map(({ tag }) => tag);
  // Limit the list, but always include the tags of these assets.
  const { shown: listed, others } = listedTags(distinctTags([...knownTags, ...changed]), [
    ...tagsOf(entries),
    ...changed,
  ]);

  const added = typedTags(typed);
  const allChanges = (added ?? []).reduce((all, tag) => withChange(all, tag, true), changes);
  const changedAssets = taggedAssets(entries, allChanges);
  const hasTooManyTags = changedAssets.some(({ tags }) => tags.length > MAX_TAGS);
  const problem =
    added === null ? strings.wrong(TAG_CHARACTERS) : hasTooManyTags ? strings.tooMany(MAX_TAGS) : undefined;

  const add = () => {
    if (problem !== undefined) return;
    setChanges(allChanges);
    setTyped('');
  };
  const save = async () => {
    if (problem !== undefined) return;
    setBusy(true);
    try {
      for (const each of changedAssets) await mutateAsync(each);
      onClose();
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };

  return (
    <Dialog
      open={true}
      onClose={onClose}
      size="sm"
      title={strings.title(entries.length, entries[0]?.name ?? '')}
      initialFocus={field}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={problem !== undefined} tooltip={problem}>
            {strings.save}
          </Button>
        </>
      }
    >
      <div className={styles.add}>
        <TextField
          ref={field}
          label={strings.add}
          placeholder={strings.placeholder}
          value={typed}
          onChange={setTyped}
          invalid={problem}
          onKeyDown={(event) => {
            // In an empty field, Enter submits the dialog.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add} disabled={typed.trim() === '' || problem !== undefined}>
          {strings.addButton}
        </Button>
      </div>
      <p className={styles.problem} role="status">
        {problem}
      </p>
      {listed.length === 0 ? (
        <p className={styles.hint}>{strings.none}</p>
      ) : (
        <ScrollArea className={styles.list}>
          {listed.map((tag) => {
            const share = tagCoverage(entries, tag);
            const change = [...changes.values()].find((each) => each.tag === tag);
            return (
              <Checkbox
                key={tag}
                label={tag}
                checked={change?.isNeeded ?? share === 'all'}
                indeterminate={change === undefined && share === 'some'}
                onChange={(isNeeded) => setChanges(withChange(changes, tag, isNeeded))}
              />
            );
          })}
          {others > 0 && <p className={styles.hint}>{strings.others(others)}</p>}
        </ScrollArea>
      )}
    </Dialog>
  );
}
