import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Checkbox } from '#renderer/ui/controls/checkbox.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { loudnessBounds } from '#shared/template/variables/film-loudness.ts';
import styles from './film-fields.module.css';
import { type LoudnessChoice, type PackageTick, packageTicks } from './render-form.ts';

const PRESETS = ['none', '-14', '-16', '-23'] as const;
/** The option for the loudness of the movie. A select cannot have an empty value. */
const MOVIE = 'movie';
const OTHER = 'other';
const INITIAL_OTHER = '-18';

export interface LoudnessFieldsProps {
  readonly value: LoudnessChoice;
  readonly onChange: (value: LoudnessChoice) => void;
  /** Whether the labels are beside the fields. */
  readonly isRow?: boolean;
}

/** The fields for the loudness of a film (the loudness of the movie, a preset, or a number) and for its true peak. */
export function LoudnessFields({ value, onChange, isRow = false }: LoudnessFieldsProps) {
  const { render, inspector } = useStrings();
  const words = inspector.loudness;
  const { loudness, truepeak } = value;
  const preset = PRESETS.find((each) => each === loudness) ?? null;
  const [isOther, setOther] = useState(preset === null && loudness !== '');
  const hasPeak = loudness !== 'none';
  const layout = isRow ? 'row' : 'stack';
  return (
    <>
      <Field label={render.loudness} layout={layout}>
        <div className={styles.pair}>
          <Select
            size={isRow ? 'sm' : 'md'}
            label={render.loudness}
            value={isOther ? OTHER : loudness === '' ? MOVIE : loudness}
            onChange={(next) => {
              setOther(next === OTHER);
              const chosen = next === MOVIE ? '' : next === OTHER ? loudness : next;
              const written = next === OTHER && (chosen === '' || chosen === 'none') ? INITIAL_OTHER : chosen;
              onChange({ loudness: written, truepeak: written === 'none' ? '' : truepeak });
            }}
            options={[
              { value: MOVIE, label: render.asInMovie },
              ...PRESETS.map((each) => ({ value: each, label: words.presets[each] })),
              { value: OTHER, label: words.ownLoudness },
            ]}
          />
          {isOther && (
            <NumberField
              size={isRow ? 'sm' : 'md'}
              label={words.ownLoudnessLabel}
              value={Number(loudness)}
              min={loudnessBounds.loudness.minimum}
              max={loudnessBounds.loudness.maximum}
              step={1}
              precision={1}
              unit="LUFS"
              onCommit={(next) => onChange({ ...value, loudness: String(next) })}
            />
          )}
        </div>
      </Field>
      {hasPeak && (
        <Field label={render.truePeak} layout={layout}>
          <NumberField
            size={isRow ? 'sm' : 'md'}
            label={render.truePeak}
            value={truepeak === '' ? null : Number(truepeak)}
            placeholder={render.asInMovie}
            min={loudnessBounds.truepeak.minimum}
            max={loudnessBounds.truepeak.maximum}
            step={0.5}
            precision={1}
            unit="dBTP"
            onEmpty={() => onChange({ ...value, truepeak: '' })}
            onCommit={(next) => onChange({ ...value, truepeak: String(next) })}
          />
        </Field>
      )}
    </>
  );
}

export interface PackageFieldsProps {
  readonly parts: readonly PackageTick[];
  readonly onChange: (parts: readonly PackageTick[]) => void;
  /** Whether the render queue offers the files of the package. */
  readonly isInQueue: boolean;
  /** The parts for which the film has no content. Their checkboxes are disabled. */
  readonly lacking: readonly PackageTick[];
}

/** A checkbox for each part of a film's package. */
export function PackageFields({ parts, onChange, isInQueue, lacking }: PackageFieldsProps) {
  const { render: strings } = useStrings();
  const toggle = (tick: PackageTick, isOn: boolean) =>
    onChange(packageTicks.filter((each) => (each === tick ? isOn : parts.includes(each))));
  return (
    <fieldset className={styles.package} aria-label={strings.package}>
      <span className={styles.label}>{strings.package}</span>
      <div>
        <div className={styles.parts}>
          {packageTicks.map((tick) => (
            <Checkbox
              key={tick}
              label={strings.parts[tick]}
              checked={parts.includes(tick) && !lacking.includes(tick)}
              disabled={lacking.includes(tick)}
              onChange={(isOn) => toggle(tick, isOn)}
            />
          ))}
        </div>
        {lacking.length > 0 && <p className={styles.hint}>{strings.lackingParts(lacking)}</p>}
        {parts.length > 0 && isInQueue && <p className={styles.hint}>{strings.packageHint}</p>}
      </div>
    </fieldset>
  );
}
