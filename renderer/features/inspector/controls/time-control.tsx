import { useCallback } from 'react';
import { useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { AttributeField } from '#renderer/editor/fields.ts';
import { selectRate } from '#renderer/editor/selectors.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { roundTo } from '#renderer/ui/fields/number-input.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import { placedParts } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { decimalSecondsToFrames } from '#shared/template/values/frame-rate.ts';
import { secondsOf } from '../model/facts-text.ts';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { unsetLabel } from './options.ts';

/** Two fields for a time: in frames and in seconds. */
export function TimeControl({ field, edit, text, invalid, isNarrow = false }: ControlProps) {
  const { inspector } = useStrings();
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const { type } = field.spec;
  const { label } = specWords(field.spec);
  const minimum = type.minimum ?? 0;
  const parsed = text === null ? null : type.parse(text, rate);
  const frameCount = parsed?.ok === true ? framesIn(parsed.value) : null;
  const length = useTimelineDuration(text === '' ? field : null);
  const effective = field.effectiveText === null ? null : type.parse(field.effectiveText, rate);
  const effectiveFrames = length ?? (effective?.ok === true ? framesIn(effective.value) : null);
  const placeholderFor = (value: number | null) => {
    if (text !== '') return undefined;
    if (value !== null) return formatNumber(value);
    const unset = unsetLabel(field, inspector);
    // The two fields of a time are too narrow for this label, so show a dash.
    return unset === inspector.notSet ? '–' : unset;
  };
  const defaultFrames = field.standard === null ? undefined : Number(field.standard);
  const fromSeconds = (seconds: number) => {
    if (rate === null) return String(minimum);
    return String(Math.max(minimum, decimalSecondsToFrames(seconds.toFixed(6), rate)));
  };
  const inFrames = (
    <NumberField
      value={frameCount}
      min={minimum}
      precision={0}
      placeholder={placeholderFor(effectiveFrames)}
      defaultValue={defaultFrames}
      unit={inspector.frames}
      label={inspector.inFrames(label)}
      size="sm"
      className={styles.grow}
      invalid={invalid}
      onPreview={(next) => edit.preview(String(next))}
      onCommit={(next) => edit.commit(String(next))}
      onCancel={edit.cancel}
    />
  );
  if (isNarrow) return inFrames;
  return (
    <>
      {inFrames}
      <NumberField
        value={frameCount === null || rate === null ? null : secondsOf(frameCount, rate)}
        min={0}
        // One step of the field in seconds is also one frame.
        step={rate === null ? 1 : roundTo(rate.denominator / rate.numerator)}
        precision={3}
        placeholder={placeholderFor(
          effectiveFrames === null || rate === null ? null : secondsOf(effectiveFrames, rate),
        )}
        defaultValue={defaultFrames === undefined || rate === null ? undefined : secondsOf(defaultFrames, rate)}
        unit={inspector.seconds}
        label={inspector.inSeconds(label)}
        size="sm"
        className={styles.grow}
        invalid={invalid}
        disabled={rate === null}
        onPreview={(next) => edit.preview(fromSeconds(next))}
        onCommit={(next) => edit.commit(fromSeconds(next))}
        onCancel={edit.cancel}
      />
    </>
  );
}

const PERCENT = /^\s*([\d.]+)%\s*$/;

/** A control for a duration or a percentage of the layer's duration. A percentage stays a percentage. */
export function PartOfTimeControl(props: ControlProps) {
  const { field, edit, text, invalid } = props;
  const percent = PERCENT.exec(text === '' ? (field.effectiveText ?? '') : (text ?? ''))?.[1];
  if (percent === undefined) return <TimeControl {...props} />;
  const percentText = (next: number) => `${writeNumber(next, 2)}%`;
  return (
    <NumberField
      value={text === '' ? null : Number(percent)}
      min={field.spec.type.minimum === 0 ? 0 : 0.01}
      max={100}
      precision={2}
      placeholder={formatNumber(Number(percent))}
      unit="%"
      label={specWords(field.spec).label}
      size="sm"
      className={styles.grow}
      invalid={invalid}
      onPreview={(next) => edit.preview(percentText(next))}
      onCommit={(next) => edit.commit(percentText(next))}
      onCancel={edit.cancel}
    />
  );
}

/** Returns the frames of a parsed time; null for a percentage. */
function framesIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const isInFrames = typeof value === 'object' && value !== null && 'unit' in value && value.unit === 'frames';
  return isInFrames && 'amount' in value && typeof value.amount === 'number' ? value.amount : null;
}

/**
 * Returns the duration of a single element on the timeline; null for other attributes than `duration`, for elements
 * without a duration, and if the field is null.
 */
function useTimelineDuration(field: AttributeField | null): number | null {
  const [node, ...others] = field?.name === 'duration' ? field.nodes : [];
  const isOne = others.length === 0;
  const durationIn = useCallback(
    (movie: Movie | null) => (movie === null || node === undefined || !isOne ? null : timelineDuration(movie, node)),
    [node, isOne],
  );
  return useStableValue(({ movie }) => movie, durationIn, Object.is);
}

/**
 * Returns the duration of a transition, layer, or sound on the timeline, even if the attribute is absent; null for
 * other elements.
 */
export function timelineDuration(movie: Movie, node: NodeId): number | null {
  const transition = movie.transitions.find(({ id }) => id === node);
  return transition?.duration ?? placedParts(movie, new Set([node]))[0]?.length ?? null;
}
