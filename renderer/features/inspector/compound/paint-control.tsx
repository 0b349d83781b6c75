import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatPaint } from '#shared/lib/srgb.ts';
import { backgroundType, paintType, TRANSPARENT } from '#shared/template/value-types/color-types.ts';
import type { Paint } from '#shared/template/values/color.ts';
import type { ControlProps } from '../controls/control-props.ts';
import styles from './compound.module.css';

/** A control for a color with opacity. */
export function PaintControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const read = text === null || text === '' ? null : paintType().parse(text, null);
  return (
    <PaintField
      value={read?.ok === true ? read.value : null}
      placeholder={text === '' ? inspector.notSet : undefined}
      label={specWords(field.spec).label}
      invalid={invalid}
      onPreview={(next) => edit.preview(formatPaint(next))}
      onCommit={(next) => edit.commit(formatPaint(next))}
      onCancel={edit.cancel}
    />
  );
}

/** A control for a background: a color or none. A scene can also use the background of the movie. */
export function BackgroundControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const words = inspector.backgroundKinds;
  const { spec, standard } = field;
  const isOptional = standard === null || standard === '';
  const current = text === '' && !isOptional ? standard : text;
  const read = current === null || current === '' ? null : backgroundType().parse(current, null);
  const color = read?.ok === true && read.value !== TRANSPARENT ? read.value : null;
  const kind = current === null ? null : current === '' ? 'film' : color === null ? TRANSPARENT : 'color';
  const { label } = specWords(spec);
  const options = [
    ...(isOptional ? [{ value: 'film' as const, label: words.film }] : []),
    { value: 'color' as const, label: words.color },
    { value: TRANSPARENT, label: words.transparent },
  ];
  const choose = (next: (typeof options)[number]['value']) => {
    if (next === 'film') edit.reset();
    else edit.commit(next === 'color' ? BLACK : next);
  };
  return (
    <div className={styles.style}>
      <Select
        value={kind}
        label={label}
        placeholder={inspector.mixed}
        size="sm"
        invalid={color === null ? invalid : undefined}
        options={options}
        onChange={choose}
      />
      {color !== null && (
        <ColorField
          value={formatPaint({ ...color, alpha: 1 })}
          label={words.colorOf(label)}
          size="sm"
          invalid={invalid}
          onPreview={edit.preview}
          onCommit={edit.commit}
          onCancel={edit.cancel}
        />
      )}
    </div>
  );
}

const BLACK = '#000000';

interface PaintFieldProps {
  readonly value: Paint | null;
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly invalid?: string | undefined;
  readonly onPreview: (value: Paint) => void;
  readonly onCommit: (value: Paint) => void;
  readonly onCancel: () => void;
}

/** A text field for a color with a picker, and a field for the opacity beside it. */
export function PaintField({ value, label, placeholder, invalid, onPreview, onCommit, onCancel }: PaintFieldProps) {
  const { inspector } = useStrings();
  const alpha = value?.alpha ?? 1;
  const withColor = (hex: string): Paint => {
    const read = paintType().parse(hex, null);
    return read.ok ? { ...read.value, alpha } : { red: 0, green: 0, blue: 0, alpha };
  };
  const withOpacity = (percent: number): Paint | null => value && { ...value, alpha: percent / 100 };
  return (
    <>
      <ColorField
        value={value === null ? null : formatPaint({ ...value, alpha: 1 })}
        placeholder={placeholder}
        label={label}
        size="sm"
        invalid={invalid}
        onPreview={(next) => onPreview(withColor(next))}
        onCommit={(next) => onCommit(withColor(next))}
        onCancel={onCancel}
      />
      {value !== null && (
        <NumberField
          value={Math.round(alpha * 100)}
          min={0}
          max={100}
          precision={0}
          defaultValue={100}
          label={inspector.opacityOf(label)}
          size="sm"
          align="end"
          unit="%"
          className={styles.alpha}
          onPreview={(next) => {
            const paint = withOpacity(next);
            if (paint !== null) onPreview(paint);
          }}
          onCommit={(next) => {
            const paint = withOpacity(next);
            if (paint !== null) onCommit(paint);
          }}
          onCancel={onCancel}
        />
      )}
    </>
  );
}
