import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { useInspectorDispatch } from '../edits/use-field-edit.ts';
import styles from './relink-button.module.css';
import { type ShownKind, SourceList } from './source-list.tsx';
import { useAssetCommands } from './use-asset-commands.ts';

interface RelinkButtonProps {
  readonly source: MediaSource;
  /** Which assets are offered; videos without it. */
  readonly shows?: readonly ShownKind[];
  /** Set where the button is in a grid, whose cells are reached by arrow keys. */
  readonly tabIndex?: number;
  readonly className?: string | undefined;
}

/**
 * What can stand in the place of a source that cannot be had: a file of this machine under its name, or another asset or
 * address wherever the template shows it.
 */
export function RelinkButton({ source, shows, tabIndex, className }: RelinkButtonProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const commands = useAssetCommands();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={inspector.relinkSource}
      open={open}
      onOpenChange={setOpen}
      flush
      trigger={
        <Button size="sm" tabIndex={tabIndex} className={className}>
          {inspector.relink}
        </Button>
      }
    >
      {source.kind === 'asset' && (
        <div className={styles.file}>
          <Button
            size="sm"
            icon={FolderOpen}
            onClick={() => {
              setOpen(false);
              void commands.provideContent(source.name);
            }}
          >
            {inspector.relinkFile}
          </Button>
          <span className={styles.hint}>{inspector.relinkFileHint}</span>
        </div>
      )}
      <SourceList
        value={source}
        shows={shows}
        onChoose={(to) => {
          setOpen(false);
          dispatch({ type: 'layer/relink', from: source, to });
        }}
      />
    </Popover>
  );
}
