import { ChevronDown } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { Menu } from './menu.tsx';

export interface ChoiceMenuProps<Choice extends string | number> {
  /** What is chosen, for assistive technology: the button shows only `shown`. */
  readonly label: string;
  /** What the button says; the words of the choice where it is left out. */
  readonly shown?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly choices: readonly Choice[];
  readonly value: Choice;
  readonly words: (choice: Choice) => string;
  readonly onChange: (choice: Choice) => void;
}

/** A quiet button in a bar that says what is chosen, and opens what can be. */
export function ChoiceMenu<Choice extends string | number>(props: ChoiceMenuProps<Choice>) {
  const { label, tooltip, choices, value, words, onChange } = props;
  const shown = props.shown ?? words(value);
  return (
    <Menu
      align="end"
      trigger={
        <Button
          variant="quiet"
          size="sm"
          iconEnd={ChevronDown}
          className="tabular"
          tooltip={tooltip}
          aria-label={`${label}: ${shown}`}
        >
          {shown}
        </Button>
      }
      entries={choices.map((choice) => ({
        kind: 'command',
        id: String(choice),
        label: words(choice),
        checked: choice === value,
        exclusive: true,
        run: () => onChange(choice),
      }))}
    />
  );
}
