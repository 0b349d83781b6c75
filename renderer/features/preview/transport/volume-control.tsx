import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { actionEntries } from '#renderer/actions/runtime/action-menu.ts';
import { useAction, useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import styles from './transport-bar.module.css';

/** How loud it plays here; the film stays as it is. */
export function VolumeControl() {
  const { preview } = useStrings();
  const { setPlayback } = useEditorActions();
  const volume = useEditor((state) => state.volume);
  const muted = useEditor((state) => state.muted);
  const actions = useActions();
  const mute = useAction('play/mute');
  const heard = muted ? 0 : volume;
  const set = (percent: number) => setPlayback({ volume: percent / 100, muted: percent === 0 });
  return (
    <ContextMenu entries={() => actionEntries(actions, ['play/mute', 'play/scrub-sound'])}>
      <div className={styles.volume}>
        <IconButton
          icon={heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2}
          label={muted ? preview.unmute : mute.label}
          keys={mute.keys}
          disabled={!mute.enabled}
          onClick={mute.run}
        />
        <div className={styles.slider}>
          <Slider
            value={Math.round(heard * 100)}
            min={0}
            max={100}
            step={5}
            label={preview.volume}
            valueText={preview.percent}
            onPreview={set}
            onCommit={set}
          />
        </div>
      </div>
    </ContextMenu>
  );
}
