import type { ReactNode } from 'react';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { formatPaint } from '#shared/lib/srgb.ts';
import { paintType } from '#shared/template/value-types/color-types.ts';
import { outline, shadow } from '#shared/template/value-types/text-types.ts';
import type { ControlProps } from '../controls/control-props.ts';
import fields from '../controls/fields.module.css';
import styles from './compound.module.css';
import { PaintField } from './paint-control.tsx';

/** The values without an effect. They turn off a style that the look of captions sets. */
const OFF: Readonly<Record<string, string>> = {
  outline: '0, #000000',
  shadow: '0, 0, 0, #00000000',
  paint: '#00000000',
};

/** A control for an optional text style (outline, shadow, or background): a switch, and the fields of the style. */
export function StyleControl(props: ControlProps & { readonly initial: string }) {
  const { field, edit, text, initial } = props;
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const off = OFF[field.spec.type.kind];
  const isVisible = (value: string | null) => value !== null && value !== '' && value !== off;
  const isOn = isVisible(text);
  const isOnByDefault = isVisible(field.standard);
  const turn = (on: boolean) => {
    if (on === isOnByDefault) edit.reset();
    else edit.commit(on ? initial : (off ?? ''));
  };
  return (
    <div className={styles.style} data-style-fields="">
      <div className={styles.styleHead}>
        <Switch checked={isOn} label={label} onChange={turn} />
        <span className={fields.word}>{text === null ? inspector.mixed : isOn ? inspector.on : inspector.off}</span>
      </div>
      {isOn && text !== null && <StyleFields {...props} text={text} />}
    </div>
  );
}

function StyleFields({ field, edit, text, invalid }: ControlProps & { readonly text: string }) {
  switch (field.spec.type.kind) {
    case 'outline': {
      const { parse, format } = outline();
      const read = parse(text, null);
      if (!read.ok) return null;
      return (
        <Parts numbers={{ width: read.value.width }} write={(next) => format({ ...read.value, ...next })} edit={edit}>
          <PaintField
            value={read.value.color}
            label={specWords(field.spec).label}
            invalid={invalid}
            onPreview={(color) => edit.preview(format({ ...read.value, color }))}
            onCommit={(color) => edit.commit(format({ ...read.value, color }))}
            onCancel={edit.cancel}
          />
        </Parts>
      );
    }
    case 'shadow': {
      const { parse, format } = shadow();
      const read = parse(text, null);
      if (!read.ok) return null;
      const { across, down, blur } = read.value;
      return (
        <Parts numbers={{ across, down, blur }} write={(next) => format({ ...read.value, ...next })} edit={edit}>
          <PaintField
            value={read.value.color}
            label={specWords(field.spec).label}
            invalid={invalid}
            onPreview={(color) => edit.preview(format({ ...read.value, color }))}
            onCommit={(color) => edit.commit(format({ ...read.value, color }))}
            onCancel={edit.cancel}
          />
        </Parts>
      );
    }
    case 'paint': {
      const read = paintType().parse(text, null);
      return (
        <div className={styles.pair}>
          <PaintField
            value={read.ok ? read.value : null}
            label={specWords(field.spec).label}
            invalid={invalid}
            onPreview={(next) => edit.preview(formatPaint(next))}
            onCommit={(next) => edit.commit(formatPaint(next))}
            onCancel={edit.cancel}
          />
        </div>
      );
    }
    default:
      return null;
  }
}

type Measures = Readonly<Partial<Record<'width' | 'across' | 'down' | 'blur', number>>>;

function Parts<Numbers extends Measures>({
  numbers,
  write,
  edit,
  children,
}: {
  readonly numbers: Numbers;
  readonly write: (changed: Measures) => string;
  readonly edit: ControlProps['edit'];
  readonly children: ReactNode;
}) {
  const { inspector } = useStrings();
  const cannotBeNegative = (name: string) => name === 'width' || name === 'blur';
  return (
    <>
      <div className={styles.pair}>
        {(Object.entries(numbers) as [keyof Measures, number][]).map(([name, value]) => (
          <NumberField
            key={name}
            value={value}
            min={cannotBeNegative(name) ? 0 : -1000}
            max={1000}
            precision={1}
            mark={inspector.styleMarks[name]}
            label={inspector.styleParts[name]}
            size="sm"
            className={styles.measure}
            onPreview={(next) => edit.preview(write({ [name]: next }))}
            onCommit={(next) => edit.commit(write({ [name]: next }))}
            onCancel={edit.cancel}
          />
        ))}
      </div>
      <div className={styles.pair}>{children}</div>
    </>
  );
}
