import { clsx } from 'clsx';
import { Maximize, Minimize, Pause, Play } from 'lucide-react';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import type { SoundOutput } from '#renderer/film/play/sound-output.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { toastGround } from '#renderer/ui/overlays/toast-ground.ts';
import { SoundMeter } from './sound-meter.tsx';
import { TimeReadout } from './time-readout.tsx';
import styles from './transport-bar.module.css';
import type { FullScreen } from './use-full-screen.ts';
import { VolumeControl } from './volume-control.tsx';

export interface TransportBarProps {
  /** What plays the sound; undefined before it is ready. */
  readonly output: SoundOutput | undefined;
  /** Whether a time is being typed. */
  readonly typing: boolean;
  readonly onTyping: (typing: boolean) => void;
  readonly fullScreen: FullScreen;
}

/** Time, playing, sound and view. */
export function TransportBar({ output, typing, onTyping, fullScreen }: TransportBarProps) {
  const { preview } = useStrings();
  const playing = useEditor((state) => state.playing);
  const play = useAction('play/toggle');
  const toFullScreen = useAction('preview/full-screen');
  const meters = useAction('view/meters');
  return (
    <div ref={toastGround} className={styles.bar} role="toolbar" aria-label={preview.transport}>
      <TimeReadout typing={typing} onTyping={onTyping} />
      <div className={styles.group}>
        <ActionIconButton action="play/start" className={styles.extra} />
        <ActionIconButton action="play/frame-back" className={styles.step} />
        <IconButton
          icon={playing ? Pause : Play}
          filled
          label={play.label}
          keys={play.keys}
          disabled={!play.enabled}
          onClick={play.run}
          className={styles.play}
        />
        <ActionIconButton action="play/frame-forward" className={styles.step} />
        <ActionIconButton action="play/end" className={styles.extra} />
      </div>
      <div className={clsx(styles.group, styles.end)}>
        <ActionIconButton action="play/loop" className={styles.extra} />
        <VolumeControl />
        {meters.checked !== true && <SoundMeter output={output} />}
        <ActionIconButton action="preview/safe-areas" />
        <IconButton
          icon={fullScreen.on ? Minimize : Maximize}
          label={fullScreen.on ? preview.leaveFullScreen : toFullScreen.label}
          keys={toFullScreen.keys}
          onClick={fullScreen.toggle}
        />
      </div>
    </div>
  );
}
