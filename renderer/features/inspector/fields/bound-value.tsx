import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AttributeField, FieldValue } from '#renderer/common/edits/field-model.ts';
import { specWords } from '#renderer/strings/registry-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { formatWritten } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import styles from '../controls/fields.module.css';
import { SamplePopover } from './sample-popover.tsx';

export interface BoundValueProps {
  readonly field: AttributeField;
  readonly value: Extract<FieldValue, { kind: 'variable' | 'composed' }>;
}

/** What a variable gives: its name and the value it has now; opens its sample value. */
export function BoundValue({ field, value }: BoundValueProps) {
  const { inspector } = useStrings();
  const [open, setOpen] = useState(false);
  const names = value.kind === 'variable' ? [value.name] : [...new Set(value.names)];
  const { label } = specWords(field.spec);
  const text = value.text === null ? null : readable(field.spec.type.variableType, value.text);
  const said = text ?? inspector.noValue;
  return (
    <Popover
      label={inspector.boundTo(label, names.join(', '))}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={clsx(styles.bound, value.text === null && styles.unset)}
          aria-label={`${inspector.boundTo(label, names.join(', '))}, ${said}`}
          title={said}
        >
          <span className={styles.chips}>
            {names.map((name) => (
              <VariableChip key={name} name={name} unset={value.text === null} title={said} />
            ))}
          </span>
          <Given type={field.spec.type.variableType} text={text} />
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <SamplePopover names={names} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** A number as the page's language writes it. */
function readable(type: VariableType, text: string): string {
  return type === 'number' ? formatWritten(text) : text;
}

function Given({ type, text }: { readonly type: VariableType; readonly text: string | null }) {
  const { inspector } = useStrings();
  if (text === null) return <span className={styles.given}>{inspector.setSample}</span>;
  if (type === 'media') return <FileName name={text} className={styles.given} />;
  return (
    <>
      {type === 'color' && <i className={styles.swatch} style={{ background: text }} />}
      <span className={styles.given}>{text}</span>
    </>
  );
}
