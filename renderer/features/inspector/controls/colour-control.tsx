import { specWords } from '#renderer/strings/registry-words.ts';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import type { ControlProps } from './control-props.ts';

/** A colour. */
export function ColourControl({ field, edit, text, invalid }: ControlProps) {
  const parsed = text === null ? null : parseColor(text);
  return (
    <ColorField
      value={parsed?.ok === true ? formatColor(parsed.value) : null}
      label={specWords(field.spec).label}
      size="sm"
      invalid={invalid}
      onPreview={edit.preview}
      onCommit={edit.commit}
    />
  );
}
