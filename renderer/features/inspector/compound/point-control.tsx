import { useEditor } from '#renderer/state/editor-context.tsx';
import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatLength, lengthOf } from '#shared/template/value-types/length-types.ts';
import type { Length, Point } from '#shared/template/values/lengths.ts';
import { partsOf } from '#shared/template/values/written-list.ts';
import type { ControlProps } from '../controls/control-props.ts';
import { unsetWord } from '../controls/options.ts';
import { LengthField } from './length-field.tsx';

/** The sizes that percentages of a place are of. */
function useFrameSize(): { readonly across: number | null; readonly down: number | null } {
  const across = useEditor(({ movie }) => movie?.width ?? null);
  const down = useEditor(({ movie }) => movie?.height ?? null);
  return { across, down };
}

/** Two lengths, across and down. */
export function PointControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const { label } = specWords(field.spec);
  const frame = useFrameSize();
  const value = text === null ? null : readPoint(text);
  const standard = field.standard === null ? null : readPoint(field.standard);
  // Percentages of a pivot are of a picture whose size is not known here.
  const isOfFrame = field.name !== 'anchor';
  const sides = [
    ['across', 'X'],
    ['down', 'Y'],
  ] as const;
  return sides.map(([side, mark]) => {
    const part = field.nodes.length > 1 ? side : undefined;
    const written = (next: Length) => writePoint({ ...(value ?? NOWHERE), [side]: next });
    return (
      <LengthField
        key={side}
        value={value?.[side] ?? null}
        mark={mark}
        label={inspector.part(label, mark)}
        whole={isOfFrame ? frame[side] : null}
        invalid={invalid}
        standard={standard?.[side]}
        onPreview={(next) => edit.preview(written(next), part)}
        onCommit={(next) => edit.commit(written(next), part)}
        onCancel={edit.cancel}
      />
    );
  });
}

const NOWHERE: Point = { across: { amount: 0, unit: 'px' }, down: { amount: 0, unit: 'px' } };

function readPoint(text: string): Point | null {
  const [across, down, ...rest] = partsOf(text.trim());
  if (across === undefined || down === undefined || rest.length > 0) return null;
  return { across: lengthOf(across), down: lengthOf(down) };
}

export function writePoint({ across, down }: Point): string {
  return `${formatLength(across)}, ${formatLength(down)}`;
}

/** One length, such as the width of a box. */
export function LengthControl({ field, edit, text, invalid }: ControlProps) {
  const { inspector } = useStrings();
  const frame = useFrameSize();
  const value = text === null || text === '' ? null : lengthOf(text.trim());
  const { minimum } = field.spec.type;
  const whole = field.name === 'width' ? frame.across : field.name === 'height' ? frame.down : null;
  return (
    <LengthField
      value={value}
      label={specWords(field.spec).label}
      placeholder={text === '' ? unsetWord(field, inspector) : undefined}
      whole={whole}
      min={value?.unit === '%' ? undefined : minimum}
      invalid={invalid}
      onPreview={(next) => edit.preview(formatLength(next))}
      onCommit={(next) => edit.commit(formatLength(next))}
      onCancel={edit.cancel}
    />
  );
}
