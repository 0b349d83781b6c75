import { useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { elementOf, selectRate } from '#renderer/editor/selectors.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { withDecimalSign } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { Variable } from '#shared/resolve/variables.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import styles from './declaration.module.css';
import { changesOf, draftOf, faultsOf, fieldsFor, NOTHING } from './declaration-draft.ts';

/**
 * The select value that derives the type from the uses. A space cannot be the name of a type. An empty value would mean
 * that nothing is selected.
 */
const AS_USED = ' ';

/** The dialog with the declaration of a variable. Saving sets the changed attributes in one undo step. */
export function DeclarationDialog({
  variable,
  onClose,
}: {
  readonly variable: Variable;
  readonly onClose: () => void;
}) {
  const { variables: strings, kit } = useStrings();
  const dispatch = useInspectorDispatch();
  const document = useEditorValue(({ document }) => document.state.document);
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const { name, declaration } = variable;
  const [before] = useState(() => draftOf(declaration === null ? null : elementOf(document, declaration.node)));
  const [draft, setDraft] = useState(before);
  const dataSets = useEditorValue(({ record }) => record.current.dataSets);
  const samples = dataSets.flatMap(({ values }) => values[name] ?? []);
  const faults = faultsOf(variable, draft, rate, samples);
  const [fault] = faults.values();
  const write = (attributes: Readonly<Record<string, string | null>>) => {
    onClose();
    if (Object.keys(attributes).length > 0) dispatch({ type: 'variable/declare', variable: name, attributes });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.declareTitle(name)}
      description={strings.declareHint}
      size="md"
      onSubmit={() => {
        if (fault === undefined) write(changesOf(before, draft));
      }}
      footer={
        <>
          {declaration !== null && (
            <Button style={{ marginRight: 'auto' }} onClick={() => write(NOTHING)}>
              {strings.undeclare}
            </Button>
          )}
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={fault !== undefined}
            tooltip={fault === undefined ? undefined : say(fault, { plain: true })}
          >
            {strings.declareDo}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {fieldsFor(draft, variable).map(([attribute, spec]) => {
          const wrong = faults.get(attribute);
          const { label, description } = specWords(spec);
          return (
            <Field
              key={attribute}
              label={label}
              layout="row"
              hint={description.replaceAll('`', '')}
              problem={wrong === undefined ? undefined : say(wrong, { atField: true })}
            >
              <Control
                spec={spec}
                value={draft[attribute] ?? ''}
                asUsed={strings.asUsed(strings.types[variable.type])}
                onChange={(value) => setDraft({ ...draft, [attribute]: value })}
              />
            </Field>
          );
        })}
      </div>
    </Dialog>
  );
}

interface ControlProps {
  readonly spec: AttributeSpec<unknown>;
  readonly value: string;
  readonly asUsed: string;
  readonly onChange: (value: string) => void;
}

/** The control of a field, selected by the type of the attribute. */
function Control({ spec, value, asUsed, onChange }: ControlProps) {
  const { variables: strings } = useStrings();
  const { kind, options = [] } = spec.type;
  switch (kind) {
    case 'boolean':
      return <Switch checked={value.trim() === 'true'} onChange={(on) => onChange(on ? 'true' : '')} />;
    case 'choice': {
      const names: Readonly<Record<string, string>> = strings.types;
      const types = options.map(String).map((type) => ({ value: type, label: names[type] ?? type }));
      return (
        <Select
          value={value.trim() === '' ? AS_USED : value.trim()}
          options={[{ value: AS_USED, label: asUsed }, ...types]}
          onChange={(next) => onChange(next.trim())}
        />
      );
    }
    case 'number':
      // Use a text field, because a number field would discard incomplete and invalid texts. The dialog reports such
      // texts.
      return <TextField value={withDecimalSign(value)} onChange={(text) => onChange(text.replace(',', '.'))} />;
    default:
      return <TextField value={value} onChange={onChange} />;
  }
}
