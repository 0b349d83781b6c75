import { Clapperboard, EyeOff, FolderOpen, MonitorX, Plus, Ruler } from 'lucide-react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { noPreviewReason } from '#renderer/film/decode/no-preview-reason.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectTotal } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { PlayablePreview, type PreviewPanelProps } from './playable-preview.tsx';
import styles from './preview-panel.module.css';

const tellNobody = () => undefined;

/** The film as it will be: picture and transport; or why there is none. */
export function PreviewPanel({ watched = false, onTexts = tellNobody }: PreviewPanelProps) {
  const { preview } = useStrings();
  const hasMovie = useEditor((state) => state.movie !== null);
  const hasScenes = useEditor(({ movie }) => (movie?.scenes.length ?? 0) > 0);
  const isEmpty = useEditor((state) => selectTotal(state) === 0);
  if (noPreviewReason() === 'no-decoder')
    return (
      <div className={styles.stage}>
        <EmptyState icon={MonitorX} title={preview.noDecoderTitle} hint={preview.noDecoderHint} />
      </div>
    );
  if (!hasMovie)
    return (
      <div className={styles.stage}>
        <EmptyState icon={Ruler} title={preview.noMovieTitle} hint={preview.noMovieHint} />
      </div>
    );
  if (isEmpty)
    return (
      <div className={styles.stage}>
        {hasScenes || watched ? (
          <EmptyState icon={EyeOff} title={preview.allOffTitle} hint={preview.allOffHint} />
        ) : (
          <div className={styles.begin}>
            <EmptyState icon={Clapperboard} title={preview.emptyTitle} hint={preview.emptyHint}>
              <ActionButton action="assets/import-as-scenes" variant="primary" icon={FolderOpen}>
                {preview.chooseFiles}
              </ActionButton>
              <ActionButton action="layer/insert" icon={Plus}>
                {preview.addLayer}
              </ActionButton>
            </EmptyState>
          </div>
        )}
      </div>
    );
  return <PlayablePreview watched={watched} onTexts={onTexts} />;
}
