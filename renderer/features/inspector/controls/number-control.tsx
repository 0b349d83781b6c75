import { displayUnit } from '#renderer/editor/shown-unit.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { roundTo } from '#renderer/ui/fields/number-input.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import type { ControlProps } from './control-props.ts';
import styles from './fields.module.css';
import { numberScale, placeOf, sliderRange, valueAt } from './number-scale.ts';
import { standardLabel, unsetLabel } from './options.ts';

/** A number field. It has a slider if the range of the attribute, or the usual range of its values, is bounded. */
export function NumberControl({ field, edit, text, invalid, isNarrow = false }: ControlProps) {
  const { inspector } = useStrings();
  const { type } = field.spec;
  const { label } = specWords(field.spec);
  const { unit, factor } = displayUnit(field.name, field.spec);
  // Return before `Number('')`, which would convert an empty text to 0.
  const value = text === null || text === '' ? null : Number(text);
  const scale = numberScale(type, field.standard);
  const write = (next: number) => writeNumber(next, scale.precision);
  const displayed = (next: number) => roundTo(next * factor, scale.precision);
  const displayedText = (next: number) => formatNumber(displayed(next), scale.precision);
  const slider = isNarrow ? null : scale.slider;
  const effective = text === '' && field.effectiveText !== null ? Number(field.effectiveText) : null;
  const number = (
    <NumberField
      value={value === null ? null : displayed(value)}
      {...boundsIn(type, factor)}
      step={roundTo(scale.step * factor)}
      precision={factor === 1 ? scale.precision : scale.precision - 2}
      defaultValue={scale.standard === undefined ? undefined : displayed(scale.standard)}
      label={label}
      placeholder={
        text !== ''
          ? undefined
          : effective !== null
            ? (standardLabel(field, inspector) ?? displayedText(effective))
            : isNarrow
              ? '–'
              : unsetLabel(field, inspector)
      }
      size="sm"
      align={slider === null ? 'start' : 'end'}
      unit={unit}
      invalid={invalid}
      className={slider === null ? styles.grow : styles.figure}
      onPreview={(next) => edit.preview(write(next / factor))}
      onCommit={(next) => edit.commit(write(next / factor))}
      onCancel={edit.cancel}
    />
  );
  if (slider === null) return number;
  const scaled = { slider, step: scale.step };
  const range = sliderRange(scaled);
  const textAt = (place: number) => displayedText(valueAt(scaled, place));
  return (
    <>
      <Slider
        value={placeOf(slider, value ?? scale.standard ?? slider.min)}
        min={range.min}
        max={range.max}
        step={range.step}
        defaultValue={scale.standard === undefined ? undefined : placeOf(slider, scale.standard)}
        label={label}
        valueText={(place) => (unit === undefined ? textAt(place) : `${textAt(place)} ${unit}`)}
        onPreview={(place) => edit.preview(write(valueAt(scaled, place)))}
        onCommit={(place) => edit.commit(write(valueAt(scaled, place)))}
        onCancel={edit.cancel}
      />
      {number}
    </>
  );
}

function boundsIn({ minimum, maximum }: ControlProps['field']['spec']['type'], factor: number) {
  return {
    min: minimum === undefined ? undefined : minimum * factor,
    max: maximum === undefined ? undefined : maximum * factor,
  };
}
