import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { selectRate, selectTotal } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import styles from './transport-bar.module.css';

const ANY_RATE = frameRate(25);

/** Goes through the film by hand, where no timeline is below the picture. */
export function ScrubBar() {
  const { preview } = useStrings();
  const { seek } = useEditorActions();
  const playhead = useEditor((state) => state.playhead);
  const rate = useEditor(selectRate) ?? ANY_RATE;
  const last = Math.max(1, useEditor(selectTotal) - 1);
  return (
    <div className={styles.scrub}>
      <Slider
        value={Math.min(playhead, last)}
        min={0}
        max={last}
        label={preview.scrub}
        valueText={(frame) => formatTimecode(frame, rate)}
        onPreview={seek}
        onCommit={seek}
      />
    </div>
  );
}
