import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button, type ButtonProps } from '#renderer/ui/controls/button.tsx';
import { IconButton, type IconButtonProps } from '#renderer/ui/controls/icon-button.tsx';
import { ariaKeys } from '#renderer/ui/keyboard/keys.ts';
import { useAction } from './use-actions.tsx';

type Given = 'onClick' | 'disabled' | 'pressed' | 'keys' | 'label' | 'icon';

export interface ActionIconButtonProps extends Omit<IconButtonProps, Given> {
  /** The action's id. */
  readonly action: string;
  /** Instead of the action's own. */
  readonly icon?: IconButtonProps['icon'];
  readonly label?: string;
}

/** An action as a picture; its label, keys and the reason why it can't be done are the tooltip. */
export function ActionIconButton({ action: id, icon, label, ...rest }: ActionIconButtonProps) {
  const action = useAction(id);
  const picture = icon ?? action.icon;
  if (picture === undefined) throw new Error(`the action ${id} has no icon`);
  const name = label ?? action.label;
  return (
    <IconButton
      {...rest}
      icon={picture}
      label={name}
      keys={action.keys}
      aria-keyshortcuts={action.keys && ariaKeys(action.keys, isMac)}
      tooltip={action.whyNot === undefined ? undefined : `${name}: ${action.whyNot}`}
      disabled={!action.enabled}
      pressed={action.checked}
      onClick={action.run}
    />
  );
}

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'pressed' | 'keys'> {
  readonly action: string;
  readonly withIcon?: boolean;
}

/** An action in words; `children` instead of its label. */
export function ActionButton({ action: id, withIcon = true, children, icon, tooltip, ...rest }: ActionButtonProps) {
  const action = useAction(id);
  return (
    <Button
      {...rest}
      icon={icon ?? (withIcon ? action.icon : undefined)}
      keys={action.keys}
      aria-keyshortcuts={action.keys && ariaKeys(action.keys, isMac)}
      tooltip={action.whyNot ?? tooltip ?? (children === undefined ? undefined : action.label)}
      disabled={!action.enabled}
      onClick={action.run}
    >
      {children ?? action.label}
    </Button>
  );
}
