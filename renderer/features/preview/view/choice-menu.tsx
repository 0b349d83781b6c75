import { ChevronDown } from 'lucide-react';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';

export interface ChoiceMenuProps<Choice extends string | number> {
  /** The accessible name. The button shows only `shown`. */
  readonly label: string;
  /** The text of the button; by default, the chosen option. */
  readonly shown?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly choices: readonly Choice[];
  readonly value: Choice;
  readonly words: (choice: Choice) => string;
  readonly onChange: (choice: Choice) => void;
}

/** A quiet button that shows the current choice and opens a menu of the choices. */
export function ChoiceMenu<Choice extends string | number>(props: ChoiceMenuProps<Choice>) {
  const { label, tooltip, choices, value, words, onChange } = props;
  const shownText = props.shown ?? words(value);
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
          aria-label={`${label}: ${shownText}`}
        >
          {shownText}
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
