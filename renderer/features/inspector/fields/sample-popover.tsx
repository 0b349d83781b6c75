import { ArrowRight } from 'lucide-react';
import { useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { shownType } from '#renderer/common/values/asked.ts';
import { SampleField } from '#renderer/common/values/sample-field.tsx';
import { useSamples } from '#renderer/common/values/use-samples.ts';
import { originOf } from '#renderer/common/values/variable-rows.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectVariables } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import styles from '../controls/fields.module.css';

/** Sample values of the variables of a field. */
export function SamplePopover({ names, onDone }: { readonly names: readonly string[]; readonly onDone: () => void }) {
  const { inspector, variables: words } = useStrings();
  const variables = useEditor(selectVariables);
  const given = useEditor((state) => state.given);
  const brand = useEditor((state) => state.brand);
  const { parts } = useActions();
  const samples = useSamples();
  const automatic = samples.automatic === null ? null : words[samples.automatic];
  return (
    <div className={styles.sample}>
      {names.map((name) => {
        const variable = variables.find((each) => each.name === name);
        if (variable === undefined) return null;
        const [sample, branded] = [given[name], brand[name]];
        const origin = originOf(variable, sample, branded);
        return (
          <div key={name}>
            <div className={styles.sampleHead}>
              <VariableChip name={name} unset={origin === 'none'} />
              <span className={styles.sampleNote}>{words.types[shownType(variable)]}</span>
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
        {automatic === null ? `${words.dataSet}: ${samples.setName ?? ''}` : words.automaticReadOnly(automatic)}
      </p>
      <div className={styles.sampleFoot}>
        <Button
          size="sm"
          variant="quiet"
          iconEnd={ArrowRight}
          onClick={() => {
            parts.getState().ports.layout?.setTab('variables');
            onDone();
          }}
        >
          {inspector.menuGoTo}
        </Button>
      </div>
    </div>
  );
}
