import { Slider as Base } from '@base-ui/react/slider';
import { clsx } from 'clsx';
import { useFieldProps } from './field.tsx';
import styles from './slider.module.css';

export interface SliderProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number | undefined;
  /**
   * The value that is marked on the track and that a double-click restores. If it is not the minimum, the fill begins
   * there.
   */
  readonly defaultValue?: number | undefined;
  /** Called with each value during a drag. */
  readonly onPreview?: ((value: number) => void) | undefined;
  /** Called at the end of a drag, on a click on the track, or on a key: one undo step. */
  readonly onCommit: (value: number) => void;
  /** The accessible name of a slider without a `Field`. */
  readonly label?: string | undefined;
  /** Returns the value with its unit for assistive technology. */
  readonly valueText?: ((value: number) => string) | undefined;
  readonly disabled?: boolean | undefined;
  /** The tab index; −1 if the container handles the keys. */
  readonly tabIndex?: number | undefined;
}

/** A slider for a number. */
export function Slider(props: SliderProps) {
  const { value, min, max, step = 1, defaultValue, onPreview, onCommit, label, valueText, disabled, tabIndex } = props;
  const share = (of: number) => (max === min ? 0 : Math.min(1, Math.max(0, (of - min) / (max - min))));
  const origin = share(defaultValue ?? min);
  const here = share(value);
  const field = useFieldProps(label, undefined);
  return (
    <Base.Root
      value={value}
      min={min}
      max={max}
      step={step}
      largeStep={step * 10}
      disabled={disabled}
      onValueChange={(next) => onPreview?.(next)}
      onValueCommitted={(next) => onCommit(next)}
      className={styles.root}
      onDoubleClick={() => {
        if (defaultValue !== undefined && disabled !== true) onCommit(defaultValue);
      }}
    >
      <Base.Control className={clsx('draggable', styles.control)}>
        <Base.Track className={styles.track}>
          <span
            className={styles.fill}
            style={{ left: `${Math.min(origin, here) * 100}%`, width: `${Math.abs(here - origin) * 100}%` }}
          />
          {defaultValue !== undefined && <span className={styles.mark} style={{ left: `${origin * 100}%` }} />}
          <Base.Thumb
            className={styles.thumb}
            tabIndex={tabIndex}
            aria-label={field['aria-label']}
            aria-describedby={field['aria-describedby']}
            id={field.id}
            getAriaValueText={(_, current) => valueText?.(current) ?? String(current)}
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
