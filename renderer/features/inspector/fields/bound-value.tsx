import { clsx } from 'clsx';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { AttributeField, FieldValue } from '#renderer/editor/fields.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { useSamples } from '#renderer/editor/use-samples.ts';
import { SampleField } from '#renderer/project/sample-field.tsx';
import { shownType } from '#renderer/project/variable-inputs.ts';
import { originOf } from '#renderer/project/variable-rows.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { formatWritten } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import styles from '../controls/fields.module.css';

export interface BoundValueProps {
  readonly field: AttributeField;
  readonly value: Extract<FieldValue, { kind: 'variable' | 'composed' }>;
}

/** A button with the name and the value of a variable, in place of a control. It opens the sample value. */
export function BoundValue({ field, value }: BoundValueProps) {
  const { inspector } = useStrings();
  const [open, setOpen] = useState(false);
  const names = value.kind === 'variable' ? [value.name] : [...new Set(value.names)];
  const { label } = specWords(field.spec);
  const text = value.text === null ? null : readable(field.spec.type.variableType, value.text);
  const displayedText = text ?? inspector.noValue;
  return (
    <Popover
      label={inspector.boundTo(label, names.join(', '))}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={clsx(styles.bound, value.text === null && styles.unset)}
          aria-label={`${inspector.boundTo(label, names.join(', '))}, ${displayedText}`}
          title={displayedText}
        >
          <span className={styles.chips}>
            {names.map((name) => (
              <VariableChip key={name} name={name} unset={value.text === null} title={displayedText} />
            ))}
          </span>
          <CurrentValue type={field.spec.type.variableType} text={text} />
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <SamplePopover names={names} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** Formats a number in the page's language; other values stay unchanged. */
function readable(type: VariableType, text: string): string {
  return type === 'number' ? formatWritten(text) : text;
}

function CurrentValue({ type, text }: { readonly type: VariableType; readonly text: string | null }) {
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

/** The sample values of the variables in a field. */
function SamplePopover({ names, onDone }: { readonly names: readonly string[]; readonly onDone: () => void }) {
  const { inspector, variables: strings } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const givenValues = useEditorValue(({ document }) => document.state.given);
  const brand = useEditorValue(({ document }) => document.state.brand);
  const editor = useEditor();
  const samples = useSamples();
  const automatic = samples.automatic === null ? null : strings[samples.automatic];
  return (
    <div className={styles.sample}>
      {names.map((name) => {
        const variable = variables.find((each) => each.name === name);
        if (variable === undefined) return null;
        const [sample, branded] = [givenValues[name], brand[name]];
        const origin = originOf(variable, sample, branded);
        return (
          <div key={name}>
            <div className={styles.sampleHead}>
              <VariableChip name={name} unset={origin === 'none'} />
              <span className={styles.sampleNote}>{strings.types[shownType(variable)]}</span>
            </div>
            <SampleField
              variable={variable}
              value={sample ?? branded ?? variable.default}
              origin={origin}
              disabled={automatic !== null}
              onChange={(value) => samples.set(name, value)}
            />
          </div>
        );
      })}
      <p className={styles.sampleNote}>
        {automatic === null ? `${strings.dataSet}: ${samples.setName ?? ''}` : strings.automaticReadOnly(automatic)}
      </p>
      <div className={styles.sampleFoot}>
        <Button
          size="sm"
          variant="quiet"
          iconEnd={ArrowRight}
          onClick={() => {
            editor.views.screen?.setTab('variables');
            onDone();
          }}
        >
          {inspector.menuGoTo}
        </Button>
      </div>
    </div>
  );
}
