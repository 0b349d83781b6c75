import { clsx } from 'clsx';
import { ClipboardPaste, Copy, FlipHorizontal, Trash2 } from 'lucide-react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type KeyField, useKeyframeActions } from '#renderer/editor/keyframes.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import styles from './key-button.module.css';

export interface KeyButtonProps {
  readonly field: KeyField;
  /** The label of the field. */
  readonly label: string;
  /** The value for the first keyframe. */
  readonly value: string;
  /** Whether the buttons for the neighboring keyframes are omitted. */
  readonly plain?: boolean | undefined;
}

/**
 * The keyframe button of a field, a diamond. It is gray without animation, outlined if animated, and filled at a
 * keyframe.
 */
export function KeyButton({ field, label, value, plain = false }: KeyButtonProps) {
  const { keys: strings } = useStrings();
  const keyframeActions = useKeyframeActions(field);
  const canPaste = useEditorValue(
    ({
      keyframes: {
        state: { copied },
      },
    }) => copied.length > 0,
  );
  if (keyframeActions === null) return null;
  const isAnimated = field.count > 0;
  const says = field.key !== null ? strings.removeHere : isAnimated ? strings.setHere : strings.first;
  const entries = (): readonly MenuEntry[] => [
    command('remove-all', strings.removeAll, Trash2, keyframeActions.removeAll, !isAnimated),
    { kind: 'separator', id: 'before-copy' },
    command('copy', strings.copy, Copy, keyframeActions.copy, !isAnimated),
    command('paste', strings.paste, ClipboardPaste, keyframeActions.paste, !canPaste),
    command('reverse', strings.reverse, FlipHorizontal, keyframeActions.reverse, field.count < 2),
  ];
  return (
    <span className={styles.keys} data-animated={isAnimated || undefined}>
      {isAnimated && !plain && (
        <Neighbour to={field.previous} label={strings.previous(label)} text="‹" goTo={keyframeActions.goTo} />
      )}
      <ContextMenu entries={entries}>
        <span className={styles.holder}>
          <Tooltip content={says}>
            <button
              type="button"
              aria-label={`${label}: ${says}`}
              aria-pressed={field.key !== null}
              data-key-button={field.key !== null ? 'here' : isAnimated ? 'animated' : 'off'}
              className={clsx(styles.button, isAnimated && styles.animated, field.key !== null && styles.here)}
              onClick={() => keyframeActions.toggle(value)}
            >
              <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden={true}>
                <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" />
              </svg>
            </button>
          </Tooltip>
        </span>
      </ContextMenu>
      {isAnimated && !plain && (
        <Neighbour to={field.next} label={strings.next(label)} text="›" goTo={keyframeActions.goTo} />
      )}
    </span>
  );
}

interface NeighbourProps {
  readonly to: number | null;
  readonly label: string;
  readonly text: string;
  readonly goTo: (frame: number) => void;
}

function Neighbour({ to, label, text, goTo }: NeighbourProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={to === null || undefined}
      className={styles.neighbour}
      onClick={() => to !== null && goTo(to)}
    >
      {text}
    </button>
  );
}

function command(id: string, label: string, icon: typeof Copy, run: () => void, disabled: boolean): MenuEntry {
  return { kind: 'command', id, label, icon, run, disabled };
}
