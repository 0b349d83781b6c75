import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import styles from './dialog.module.css';
import { focusFirst } from './first-focus.ts';
import { lowerToasts, modalFoot } from './toast-inset.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called on Esc, on the close button, and on a press outside. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  /** The width: 420, 560, 720, or 960 pixels. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** Content at the end of the title row, before the close button. */
  readonly headEnd?: ReactNode;
  /** The buttons; the last one is the next step. A text comes first, with `style={{ marginRight: 'auto' }}`. */
  readonly footer?: ReactNode;
  /** Whether the content has no padding. */
  readonly flush?: boolean | undefined;
  /**
   * The element that is focused when the dialog opens. The default is the first field, or else the button of the next
   * step.
   */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /**
   * Returns the element to focus after the dialog has closed. If the element is not focusable, its first tab stop is
   * focused. If the result is null (the default), the previous focus is restored.
   */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
  /** Whether the dialog is modal. With `beside`, elements with `data-beside-dialog` stay interactive. */
  readonly modal?: boolean | 'beside' | undefined;
  /** Called on Enter, and when a button of type `submit` is pressed. If it is set, the content is a form. */
  readonly onSubmit?: (() => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const fields =
  'input:not([type=hidden], :disabled), textarea, [role=combobox], [contenteditable]:not([contenteditable=false])';
const buttons = 'footer button:last-of-type';

/** A dialog with a focus trap. When it closes, the previous focus is restored. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'md', modal = true, onSubmit } = props;
  const { kit } = useStrings();
  const popup = useRef<HTMLDivElement>(null);
  useInertBehind(open && modal === 'beside');
  const firstFocus = () => {
    const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector);
    const first = props.initialFocus === undefined ? (find(fields) ?? find(buttons)) : props.initialFocus.current;
    return focusFirst(popup.current, first ?? null);
  };
  const body = (
    <>
      <div className={clsx(styles.body, props.flush === true && styles.flush)}>
        {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
        {props.children}
      </div>
      {props.footer !== undefined && (
        <footer ref={modal === false ? undefined : modalFoot} className={styles.foot}>
          {props.footer}
        </footer>
      )}
    </>
  );
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      modal={modal === true}
      // Keep the dialog open after a press on an element that stays interactive.
      disablePointerDismissal={modal === 'beside'}
    >
      <Base.Portal>
        {modal !== false && (
          <Base.Backdrop
            ref={lowerToasts}
            className={styles.scrim}
            onClick={modal === 'beside' ? onClose : undefined}
          />
        )}
        <Base.Popup
          ref={popup}
          data-modal-dialog={modal === false ? undefined : ''}
          className={clsx(styles.dialog, styles[size], props.className)}
          initialFocus={firstFocus}
          finalFocus={props.finalFocus}
        >
          <header className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {props.headEnd}
            <Base.Close render={<IconButton icon={X} label={kit.close} keys="Escape" size="sm" />} />
          </header>
          {onSubmit === undefined ? (
            body
          ) : (
            <form
              style={{ display: 'contents' }}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              {body}
            </form>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Makes the page inert while a dialog is open, except for the elements that stay interactive. */
function useInertBehind(active: boolean): void {
  useEffect(() => {
    const root = document.getElementById('root');
    if (!active || root === null) return;
    const behind = [...root.children].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && !child.matches('[data-beside-dialog]'),
    );
    for (const element of behind) element.inert = true;
    return () => {
      for (const element of behind) element.inert = false;
    };
  }, [active]);
}
