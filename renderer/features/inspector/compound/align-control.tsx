import {
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  type LucideIcon,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
} from 'lucide-react';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import { offeredOptions, optionLabel } from '../controls/options.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  left: TextAlignStart,
  center: TextAlignCenter,
  right: TextAlignEnd,
  start: TextAlignStart,
  end: TextAlignEnd,
  justify: TextAlignJustify,
  top: AlignVerticalJustifyStart,
  middle: AlignVerticalJustifyCenter,
  bottom: AlignVerticalJustifyEnd,
};
/** The direction-dependent value for each side in left-to-right text. */
const DIRECTION_VALUES: Readonly<Record<string, string>> = { left: 'start', right: 'end' };

/**
 * Returns the alignments to offer. If the template uses `start` or `end`, that value replaces the corresponding side.
 */
export function alignOptions(values: readonly string[], text: string | null): readonly string[] {
  const directionValues = Object.values(DIRECTION_VALUES);
  return values
    .filter((value) => !directionValues.includes(value))
    .map((value) => (text !== null && DIRECTION_VALUES[value] === text ? text : value));
}

/** The alignment of text in its box, as icon buttons. */
export function AlignControl({ field, edit, text }: ControlProps) {
  const isVertical = field.name === 'yalign';
  const options = alignOptions(offeredOptions(field.spec, text), text);
  return (
    <Segmented
      value={text}
      options={options.map((value) => {
        const icon =
          ICONS[isVertical && value === 'center' ? 'middle' : !isVertical && value === 'middle' ? 'center' : value];
        return { value, label: optionLabel(field.spec, value), ...(icon !== undefined && { icon, iconOnly: true }) };
      })}
      label={specWords(field.spec).label}
      size="sm"
      onChange={edit.commit}
    />
  );
}
