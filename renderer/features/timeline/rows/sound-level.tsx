import { useCallback, useMemo } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { keysOfNode } from '#renderer/editor/keyframes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { levelFactor, levelLine, useDuckedSpans } from '../model/ducked-spans.ts';
import { decibels, rowTitle } from '../model/labels.ts';
import type { SoundRow } from '../model/row.ts';
import { levelShare, volumeAt, volumeKeysIn } from '../model/row-plans.ts';
import type { useVisibleSpan } from '../model/timeline-context.tsx';
import { PaintedCanvas } from '../scenes/clip-painting.tsx';
import styles from './bar.module.css';
import rowsStyles from './rows.module.css';
import { VolumePoints } from './volume-points.tsx';

interface SoundLevelProps {
  readonly row: SoundRow;
  readonly segment: ReturnType<typeof useVisibleSpan>;
  readonly shownLeft: number;
  readonly shownRight: number;
  readonly isLocked: boolean;
}

/** The space in pixels above and below a bar in its row. */
const BAR_MARGIN = 4;

/** The size in pixels of a fade's handle, as in the style sheet. */
const FADE_HANDLE = 9;

/** The volume line of a sound. The user can drag the line, its fades, and its keyframes. */
export function SoundLevel({ row, segment: { pixelsPerFrame }, shownLeft, shownRight, isLocked }: SoundLevelProps) {
  const { timeline: strings } = useStrings();
  const { sound } = row;
  const height = row.height - BAR_MARGIN;
  const width = shownRight - shownLeft;
  const end = Math.min(row.end, Math.max(row.start, row.limit));
  const x = (frame: number) => frame * pixelsPerFrame - shownLeft;
  const [fadeInEnd, fadeOutStart] = [x(row.start + sound.fadeIn), x(end - sound.fadeOut)];
  const yOf = (volume: number) => (1 - levelShare(volume)) * (height - 4) + 2;
  const y = yOf(sound.volume);
  const isAnimated = (sound.soundAnimations ?? []).length > 0;
  const nodeKeys = useEditorValue(({ document }) => (isAnimated ? keysOfNode(document.state, row.id) : null));
  const keys = useMemo(() => volumeKeysIn(nodeKeys), [nodeKeys]);
  const hasKeys = keys !== null;
  const spans = useDuckedSpans(sound).filter(({ from, until, ramp }) => x(until + ramp) > 0 && x(from - ramp) < width);
  const audibleSpan = { start: row.start, end };
  const path = JSON.stringify(
    levelLine(audibleSpan, sound, spans).map(({ frame, factor }) => [x(frame), yOf(sound.volume * factor)]),
  );
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      context.strokeStyle = tokenColor('--text');
      context.lineWidth = 1.5;
      context.beginPath();
      const corners: readonly (readonly [number, number])[] = JSON.parse(path);
      for (const [left, top] of corners) context.lineTo(left, top);
      context.stroke();
    },
    [path],
  );
  if (width < 24) return null;
  const fades = [
    // At the first frame, keep the handle inside the bar, because the column of names is to its left.
    {
      name: 'fade-in',
      left: Math.max(fadeInEnd, x(row.start) + FADE_HANDLE / 2),
      value: sound.fadeIn,
      label: strings.fadeIn(rowTitle(row)),
    },
    { name: 'fade-out', left: fadeOutStart, value: sound.fadeOut, label: strings.fadeOut(rowTitle(row)) },
  ];
  return (
    <>
      {spans.map((span) => (
        <i
          key={span.from}
          className={styles.ducked}
          style={{
            left: x(Math.max(row.start, span.from - span.ramp)),
            width:
              (Math.min(end, span.until + span.ramp) - Math.max(row.start, span.from - span.ramp)) * pixelsPerFrame,
          }}
        >
          <span>{strings.ducked(decibels(span.to), span.by.join(', '))}</span>
        </i>
      ))}
      {keys !== null && (
        <VolumePoints
          row={row}
          keys={keys}
          place={{ x, y: yOf, width, height, pixelsPerFrame }}
          factorAt={(frame) => levelFactor(audibleSpan, sound, spans, frame)}
          isLocked={isLocked}
        />
      )}
      {!hasKeys && <PaintedCanvas className={styles.line} width={width} height={height} paint={paint} />}
      {!hasKeys && !isLocked && (
        <i className={styles.volume} style={{ top: y - 3 }} title={strings.volumeLine} data-handle="volume" />
      )}
      {!isLocked &&
        fades.map(({ name, left, value, label }) => (
          <span
            key={name}
            role="slider"
            tabIndex={-1}
            aria-label={label}
            aria-valuenow={value}
            aria-valuemin={0}
            aria-valuemax={end - row.start}
            aria-valuetext={strings.frames(value)}
            className={styles.fade}
            style={{ left }}
            title={label}
            data-handle={name}
          />
        ))}
    </>
  );
}

interface SoundControlsProps {
  readonly row: SoundRow;
  readonly title: string;
  readonly isLocked: boolean;
}

/**
 * The controls beside the bar of an expanded sound: a slider for a constant volume, and the names of the sounds that
 * duck this sound.
 */
export function SoundControls({ row, title, isLocked }: SoundControlsProps) {
  const { timeline: strings } = useStrings();
  const { document: documentStore } = useEditor();
  const { sound } = row;
  const spans = useDuckedSpans(sound);
  const names = [...new Set(spans.flatMap(({ by }) => by))].join(', ');
  const ducked = spans[0] === undefined ? '' : strings.ducked(decibels(spans[0].to), names);
  const volumeCommand = (share: number): PlannableCommand => {
    const volume = volumeAt(share / 100);
    return { type: 'attribute/set', node: row.id, name: 'volume', value: volume === 1 ? null : String(volume) };
  };
  return (
    <div className={rowsStyles.controls}>
      {(sound.soundAnimations ?? []).length === 0 && (
        // The slider is not a tab stop, because Alt with an arrow key on the row changes the volume.
        <Slider
          label={strings.volumeOf(title)}
          value={Math.round(levelShare(sound.volume) * 100)}
          min={0}
          max={100}
          defaultValue={75}
          valueText={(share) => decibels(volumeAt(share / 100))}
          disabled={isLocked}
          tabIndex={-1}
          onPreview={(share) => documentStore.preview(volumeCommand(share))}
          onCommit={(share) => {
            documentStore.cancel();
            documentStore.dispatch(volumeCommand(share), { key: `volume ${row.id}` });
          }}
          onCancel={documentStore.cancel}
        />
      )}
      {names !== '' && (
        <span className={rowsStyles.ducks} title={ducked}>
          {ducked}
        </span>
      )}
    </div>
  );
}
