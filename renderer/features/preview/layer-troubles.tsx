import { clsx } from 'clsx';
import { TriangleAlert, Unlink } from 'lucide-react';
import { ActionButton } from '../../actions/action-button.tsx';
import { useEditor } from '../../state/editor-context.tsx';
import { selectSceneAtPlayhead } from '../../state/selectors.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { FileName } from '../../ui/file-name.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { LayerTrouble } from './engine/frame-source.ts';
import type { Screen } from './engine/screen.ts';
import styles from './preview-stage.module.css';
import { sourceName } from './source-name.ts';
import { useShown } from './use-shown.ts';

/** Over the picture: sources that it lacks, and what to do about them. */
export function LayerTroubles({ screen }: { readonly screen: Screen | undefined }) {
  const troubles = useShown(screen, (shown) => shown.troubles);
  const broken = troubles.filter(isBroken);
  const layers = useEditor(
    (state) => selectSceneAtPlayhead(state)?.scene.layers.filter((layer) => layer.enabled).length ?? 0,
  );
  if (broken.length === 0) return null;
  // Where others are to be seen, they are not covered.
  return (
    <div className={clsx(styles.broken, broken.length >= layers && styles.hatched)}>
      {broken.map((trouble) => (
        <BrokenLayer key={trouble.layer.id} trouble={trouble} />
      ))}
    </div>
  );
}

type Broken = Extract<LayerTrouble, { readonly kind: 'missing' | 'failed' }>;

function isBroken(trouble: LayerTrouble): trouble is Broken {
  return trouble.kind === 'missing' || trouble.kind === 'failed';
}

function BrokenLayer({ trouble }: { readonly trouble: Broken }) {
  const { preview } = useStrings();
  const { layer, kind, message } = trouble;
  const isMissing = kind === 'missing';
  const isAsset = layer.source.kind === 'asset';
  return (
    <div className={styles.brokenLayer}>
      <Icon icon={isMissing ? Unlink : TriangleAlert} size={20} />
      <p className={styles.brokenName}>
        <FileName name={sourceName(layer.source)} />
      </p>
      <p>{isMissing ? (isAsset ? preview.missingHint : preview.missingRemote) : message}</p>
      {isMissing && isAsset && (
        <ActionButton action="assets/relink" size="sm" withIcon={false}>
          {preview.relink}
        </ActionButton>
      )}
    </div>
  );
}
