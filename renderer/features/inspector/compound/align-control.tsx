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
import { specWords } from '../../../strings/registry-words.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
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
/** They follow the direction of a paragraph. Where one is written, it takes the place of the side that looks the same. */
const SIDE_OF: Readonly<Record<string, string>> = { start: 'left', end: 'right' };

/** How lines lie in their box, as pictures. */
export function AlignControl({ field, edit, text }: ControlProps) {
  const isVertical = field.name === 'yalign';
  const options = offeredOptions(field.spec, text).filter((value) =>
    SIDE_OF[value] === undefined ? value !== SIDE_OF[text ?? ''] : value === text,
  );
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
