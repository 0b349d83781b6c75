import { useEditorActions } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import type { SoundRow } from '../grid/row.ts';
import styles from '../grid/rows.module.css';
import { decibels } from '../model/row-words.ts';
import { useDuckedSpans } from '../model/use-ducked-spans.ts';
import { levelShare, volumeAt } from '../moves/sound-level.ts';

interface SoundControlsProps {
  readonly row: SoundRow;
  readonly title: string;
  readonly isLocked: boolean;
}

/** Beside the bar of an unfolded sound: how loud it is, where no points say so, and what it gives way to. */
export function SoundControls({ row, title, isLocked }: SoundControlsProps) {
  const { timeline: words } = useStrings();
  const actions = useEditorActions();
  const { sound } = row;
  const spans = useDuckedSpans(sound);
  const names = [...new Set(spans.flatMap(({ by }) => by))].join(', ');
  const ducked = spans[0] === undefined ? '' : words.ducked(decibels(spans[0].to), names);
  const set = (share: number) => {
    const volume = volumeAt(share / 100);
    const value = volume === 1 ? null : String(volume);
    actions.dispatch({ type: 'attribute/set', node: row.id, name: 'volume', value }, { key: `volume ${row.id}` });
  };
  return (
    <div className={styles.controls}>
      {(sound.soundAnimations ?? []).length === 0 && (
        // Alt and an arrow up or down do the same on the row, which is one stop for Tab.
        <Slider
          label={words.volumeOf(title)}
          value={Math.round(levelShare(sound.volume) * 100)}
          min={0}
          max={100}
          defaultValue={75}
          valueText={(share) => decibels(volumeAt(share / 100))}
          disabled={isLocked}
          tabIndex={-1}
          onPreview={set}
          onCommit={set}
        />
      )}
      {names !== '' && (
        <span className={styles.ducks} title={ducked}>
          {ducked}
        </span>
      )}
    </div>
  );
}
