import { useMemo } from 'react';
import { decimalSecondsToFrames } from '../../../../shared/template/values/frame-rate.ts';
import type { AttributeField } from '../../../common/edits/field-model.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { selectRate } from '../../../state/selectors.ts';
import { specWords } from '../../../strings/registry-words.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { roundTo } from '../../../ui/fields/number-input.ts';
import { formatNumber } from '../../../ui/format/number.ts';
import { secondsOf } from '../model/source-facts.ts';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { lengthHere } from './length-here.ts';

/** A time, in frames and in seconds: the same one twice. */
export function TimeControl({ field, edit, text, invalid, isHalf = false }: ControlProps) {
  const { inspector } = useStrings();
  const rate = useEditor(selectRate);
  const { type } = field.spec;
  const { label } = specWords(field.spec);
  const minimum = type.minimum ?? 0;
  const parsed = text === null ? null : type.parse(text, rate);
  const count = parsed?.ok === true && typeof parsed.value === 'number' ? parsed.value : null;
  const rest = useLengthHere(text === '' ? field : null);
  // Nothing written is not several that differ: it is as long as it comes to be.
  const unset = (count: number | null) => (text === '' ? (count === null ? '–' : formatNumber(count)) : undefined);
  const standard = field.standard === null ? undefined : Number(field.standard);
  const fromSeconds = (seconds: number) => {
    if (rate === null) return String(minimum);
    return String(Math.max(minimum, decimalSecondsToFrames(seconds.toFixed(6), rate)));
  };
  const inFrames = (
    <NumberField
      value={count}
      min={minimum}
      precision={0}
      placeholder={unset(rest)}
      defaultValue={standard}
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
  if (isHalf) return inFrames;
  return (
    <>
      {inFrames}
      <NumberField
        value={count === null || rate === null ? null : secondsOf(count, rate)}
        min={0}
        // A frame, so that arrows and drags go by frames here too.
        step={rate === null ? 1 : roundTo(rate.denominator / rate.numerator)}
        precision={3}
        placeholder={unset(rest === null || rate === null ? null : secondsOf(rest, rate))}
        defaultValue={standard === undefined || rate === null ? undefined : secondsOf(standard, rate)}
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

/** What a duration comes to that is not written; null for other times, and for several elements. */
function useLengthHere(field: AttributeField | null): number | null {
  const movie = useEditor((state) => state.movie);
  const [node, ...others] = field?.name === 'duration' ? field.nodes : [];
  return useMemo(
    () => (movie === null || node === undefined || others.length > 0 ? null : lengthHere(movie, node)),
    [movie, node, others.length],
  );
}
