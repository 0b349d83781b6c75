import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { choicesOf } from '#renderer/project/variable-inputs.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { type ItemInScope, scopedNames } from '#shared/template/variables/repeats.ts';
import styles from './condition.module.css';
import {
  type Chip,
  COMPARISONS,
  type ComparisonName,
  constantDefault,
  fallbackFor,
  formatChips,
  hasValue,
  parseChips,
} from './condition-chips.ts';

export interface ConditionBuilderProps {
  readonly written: string;
  /** The items of the lists around the element. The fields of these items are offered before the variables. */
  readonly items: readonly ItemInScope[];
  readonly onWrite: (text: string) => void;
}

/** An editor for a condition, as chips or as an expression. */
export function ConditionBuilder({ written, items, onWrite }: ConditionBuilderProps) {
  const { inspector } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const chips = parseChips(written);
  const [asText, setAsText] = useState(false);
  const names = [...scopedNames(items), ...variables].map(({ name }) => name);
  const [isUnwritable, setUnwritable] = useState(false);
  const write = (operator: 'and' | 'or', tests: readonly Chip[]) => {
    const text = formatChips({ operator, tests });
    setUnwritable(text === null);
    if (text !== null) onWrite(text);
  };
  if (chips === null || asText)
    return (
      <div className={styles.builder}>
        <TextField value={written} label={inspector.conditionText} mono size="sm" onCommit={onWrite} />
        {chips === null ? (
          <p className={styles.note}>{inspector.onlyText}</p>
        ) : (
          <Button size="sm" variant="quiet" onClick={() => setAsText(false)}>
            {inspector.asChips}
          </Button>
        )}
      </div>
    );
  const { operator, tests } = chips;
  const change = (at: number, part: Partial<Chip>) =>
    write(
      operator,
      tests.map((test, index) => (index === at ? { ...test, ...part } : test)),
    );
  /** Returns the default of a variable as text; null for a boolean, whose default only matters in conditions. */
  const defaultOf = (name: string) => {
    const variable = variables.find((each) => each.name === name);
    return variable === undefined || variable.type === 'boolean' ? null : variable.default;
  };
  const [firstName] = names;
  return (
    <div className={styles.builder}>
      {tests.length > 1 && (
        <Segmented
          value={operator}
          options={[
            { value: 'and', label: inspector.allHold },
            { value: 'or', label: inspector.oneHolds },
          ]}
          label={inspector.howMany}
          size="sm"
          onChange={(next) => write(next, tests)}
        />
      )}
      {tests.map((test, at) => {
        const variable = variables.find(({ name }) => name === test.variable);
        const choices = variable === undefined ? null : choicesOf(variable);
        const label = inspector.testOf(at + 1);
        const constantValue = constantDefault(test, defaultOf(test.variable));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a test is identified by its position
          <fieldset key={at} aria-label={label} className={styles.test}>
            <Select
              value={test.variable}
              label={inspector.conditionVariable}
              size="sm"
              className={styles.variable}
              options={[...new Set([test.variable, ...names])].map((name) => ({ value: name, label: name }))}
              onChange={(next) =>
                change(at, { variable: next, fallback: fallbackFor(test.comparison, defaultOf(next)) })
              }
            />
            <Select
              value={test.comparison}
              label={inspector.comparison}
              size="sm"
              className={styles.comparison}
              options={COMPARISONS.map((each: ComparisonName) => ({ value: each, label: inspector.comparisons[each] }))}
              onChange={(next) =>
                change(at, {
                  comparison: next,
                  fallback: fallbackFor(next, defaultOf(test.variable)),
                  ...(!hasValue(next) && { value: '' }),
                })
              }
            />
            {hasValue(test.comparison) &&
              (choices !== null && test.comparison !== 'in' ? (
                <Select
                  value={test.value}
                  label={inspector.comparedValue}
                  size="sm"
                  className={styles.value}
                  options={[
                    ...(choices.some(({ value }) => value === test.value)
                      ? []
                      : [{ value: test.value, label: test.value === '' ? '“”' : test.value }]),
                    ...choices.map(({ value, label: choiceLabel }) => ({ value, label: choiceLabel ?? value })),
                  ]}
                  onChange={(next) => change(at, { value: next })}
                />
              ) : (
                <TextField
                  value={test.value}
                  label={inspector.comparedValue}
                  size="sm"
                  boxClassName={styles.value}
                  onCommit={(next) => change(at, { value: next })}
                />
              ))}
            <IconButton
              icon={X}
              label={inspector.removeTest(at + 1)}
              size="sm"
              iconSize={12}
              onClick={() =>
                write(
                  operator,
                  tests.filter((_, index) => index !== at),
                )
              }
            />
            {constantValue !== null && (
              <p className={styles.decided}>
                {inspector.decidedByDefault(constantValue, test.comparison === 'has')}
                <Button size="sm" variant="quiet" onClick={() => change(at, { fallback: '' })}>
                  {inspector.ignoreDefault}
                </Button>
              </p>
            )}
          </fieldset>
        );
      })}
      {isUnwritable && <p className={styles.refused}>{inspector.bothQuotes}</p>}
      {firstName === undefined && <p className={styles.note}>{inspector.noVariables}</p>}
      <div className={styles.foot}>
        <Button
          size="sm"
          icon={Plus}
          disabled={firstName === undefined}
          onClick={() => {
            if (firstName !== undefined)
              write(operator, [
                ...tests,
                {
                  variable: firstName,
                  comparison: 'has',
                  value: '',
                  fallback: fallbackFor('has', defaultOf(firstName)),
                },
              ]);
          }}
        >
          {inspector.addTest}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setAsText(true)}>
          {inspector.asText}
        </Button>
      </div>
    </div>
  );
}
