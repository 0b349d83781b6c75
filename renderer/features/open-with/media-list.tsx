import { CircleCheck, Unlink, Upload } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatSize } from '#renderer/ui/format/size.ts';
import type { NeededMedia } from './match-media.ts';
import styles from './open-with.module.css';

export interface MediaListProps {
  readonly media: readonly NeededMedia[];
  /** Asks for the file of a name. */
  readonly onChoose: (name: string) => void;
}

const icons = { project: CircleCheck, file: Upload, missing: Unlink } as const;

/** Every asset that a template names: there, to be uploaded, or missing. */
export function MediaList({ media, onChoose }: MediaListProps) {
  const { openWith: words } = useStrings();
  const sayOf = ({ from }: NeededMedia): string => {
    switch (from.kind) {
      case 'project':
        return words.there;
      case 'file':
        return words.uploads(formatSize(from.offered.file.size));
      case 'missing':
        return words.isMissing;
    }
  };
  return (
    <ul className={styles.list} aria-label={words.media}>
      {media.map((each) => {
        const { name, from } = each;
        return (
          <li key={name} data-from={from.kind}>
            <Icon icon={icons[from.kind]} size={14} className={styles[from.kind]} />
            <FileName name={name} className={styles.name} />
            <span className={`${styles.state} tabular`}>{sayOf(each)}</span>
            {from.kind !== 'project' && (
              <Button size="sm" variant="quiet" aria-label={words.chooseFor(name)} onClick={() => onChoose(name)}>
                {words.choose}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
