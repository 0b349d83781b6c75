import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { Pipette } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import popoverStyles from '../overlays/popover.module.css';
import { readHex } from './color.ts';
import styles from './color-field.module.css';
import { ColorPicker } from './color-picker.tsx';
import { NamedColors } from './named-colors.tsx';
import { isEmptied } from './number-input.ts';
import { TextField } from './text-field.tsx';

export interface ColorFieldProps {
  /** `#rrggbb`; null if the edited elements have different colors. */
  readonly value: string | null;
  /** The text of a field whose value is not a color; `value` is then null. */
  readonly text?: string | undefined;
  /**
   * The field passes a committed text to this function if the text differs from `#rrggbb`. The default shows the text as
   * invalid until the user corrects it or the value changes.
   */
  readonly onText?: ((text: string) => void) | undefined;
  /** The placeholder of an empty field; by default, a note that the values differ. */
  readonly placeholder?: string | undefined;
  /** Called with `#rrggbb` at the end of a drag in the picker, on Enter, and on blur. Each call is one undo step. */
  readonly onCommit: (value: string) => void;
  /** Called when the user clears the text. The default restores the value. */
  readonly onEmpty?: (() => void) | undefined;
  /** Called with each color during a drag. */
  readonly onPreview?: ((value: string) => void) | undefined;
  /** Called when a drag is canceled. The caller must revert the preview. */
  readonly onCancel?: (() => void) | undefined;
  /** The accessible name of a field without a `Field`. */
  readonly label?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

interface EyeDropperLike {
  readonly open: () => Promise<{ readonly sRGBHex: string }>;
}

declare global {
  interface Window {
    /** The eyedropper (https://wicg.github.io/eyedropper-api/). Only some Chromium browsers support it. */
    readonly EyeDropper?: new () => EyeDropperLike;
  }
}

/** A color field with a hex text, a swatch that opens a picker, and an eyedropper. */
export function ColorField(props: ColorFieldProps) {
  const { value, onCommit, onPreview, onCancel, size, disabled = false } = props;
  const { kit } = useStrings();
  const Dropper = window.EyeDropper;
  const [refused, setRefused] = useState<{ readonly text: string; readonly of: string | null } | null>(null);
  const refusedText = refused !== null && refused.of === value ? refused.text : null;
  const shown = refusedText ?? value ?? props.text ?? '';
  const commit = (next: string) => {
    setRefused(null);
    if (next !== value) onCommit(next);
  };
  return (
    <div className={clsx(styles.field, props.className)}>
      <TextField
        value={shown}
        placeholder={value === null ? (props.placeholder ?? kit.mixed) : undefined}
        onCommit={(text) => {
          const hex = readHex(text);
          if (hex !== null) commit(hex);
          else if (text.trim() !== '' && props.onText !== undefined) props.onText(text.trim());
          else if (text.trim() !== '') setRefused({ text: text.trim(), of: value });
          else {
            setRefused(null);
            if (isEmptied(text, value ?? props.text ?? null)) props.onEmpty?.();
          }
        }}
        label={props.label}
        size={size}
        mono
        disabled={disabled}
        invalid={props.invalid ?? (refusedText === null ? undefined : kit.notAColor)}
        style={{ paddingLeft: 22 }}
        end={
          Dropper !== undefined && (
            <IconButton
              icon={Pipette}
              label={kit.pickFromScreen}
              size="sm"
              iconSize={14}
              className={styles.pick}
              disabled={disabled}
              onClick={() => {
                new Dropper().open().then(
                  ({ sRGBHex }) => commit(sRGBHex.toLowerCase()),
                  // The promise rejects if the user presses Esc.
                  () => undefined,
                );
              }}
            />
          )
        }
      />
      <Popover.Root>
        <Popover.Trigger
          disabled={disabled}
          aria-label={kit.pickColor}
          className={styles.swatch}
          style={{
            position: 'absolute',
            left: size === 'sm' ? 7 : 9,
            top: '50%',
            translate: '0 -50%',
            background: value ?? 'transparent',
          }}
        />
        <Popover.Portal>
          <Popover.Positioner sideOffset={8} collisionPadding={8} className={popoverStyles.layer}>
            <Popover.Popup aria-label={kit.pickColor} className={popoverStyles.popup}>
              <NamedColors value={value} onChoose={commit} />
              <ColorPicker
                value={value ?? '#808080'}
                onPreview={(next) => onPreview?.(next)}
                onCommit={(next) => {
                  setRefused(null);
                  onCommit(next);
                }}
                onCancel={() => onCancel?.()}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
