import { useRef } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { type MediaFacts, useMediaFacts } from '#renderer/api/queries/use-media.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { AssetThumb } from '../grid/asset-thumb.tsx';
import { detailRows } from './asset-detail-rows.ts';
import styles from './asset-dialogs.module.css';
import { useTemplatesUsing } from './use-templates-using.ts';

export interface AssetDetailsProps {
  readonly project: string;
  readonly entry: AssetEntry;
  readonly onClose: () => void;
}

/** Everything that is known of an asset. */
export function AssetDetails({ project, entry, onClose }: AssetDetailsProps) {
  const words = useStrings().assets;
  const facts = useMediaFacts(project, entry);
  const { data: using } = useTemplatesUsing([entry.name]);
  const close = useRef<HTMLButtonElement>(null);
  const found: MediaFacts | null = facts.data ?? null;
  const isMedia = entry.media?.kind === 'video' || entry.media?.kind === 'audio';
  return (
    <Dialog
      open={true}
      onClose={onClose}
      title={words.details.title}
      initialFocus={close}
      footer={
        <Button ref={close} variant="primary" onClick={onClose}>
          {words.details.close}
        </Button>
      }
    >
      <div className={styles.details}>
        <div className={styles.thumb}>
          <AssetThumb project={project} entry={entry} />
        </div>
        <dl className={styles.facts}>
          {detailRows({ entry, facts: found, using: using ?? null, words }).map(({ label, value, style }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={style === 'note' ? styles.note : style} title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {facts.error !== null && isMedia && (
        <p className={styles.hint}>
          {words.details.failed} {problemText(facts.error)}
        </p>
      )}
    </Dialog>
  );
}
