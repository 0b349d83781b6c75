import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  /** Asked to close: Esc, the cross, a press outside. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  /** 420, 560, 720 or 960 pixels wide. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined;
  /** In the title's row, before the cross. */
  readonly headEnd?: ReactNode;
  /** Buttons, the next step last. Text goes first, with `style={{ marginRight: 'auto' }}`. */
  readonly footer?: ReactNode;
  /** The content reaches the edges. */
  readonly flush?: boolean | undefined;
  /** What has the focus at first; otherwise the first field, or else the button of the next step. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /**
   * Where the focus goes afterwards, or to the first in it that Tab reaches; null, as without it: to where it was.
   */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
  /** False where what lies around it stays live; `beside`: only what is marked with `data-beside-dialog` does. */
  readonly modal?: boolean | 'beside' | undefined;
  /** Given, the content is a form; called on Enter and by a button of type `submit`. */
  readonly onSubmit?: (() => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const fields =
  'input:not([type=hidden], :disabled), textarea, [role=combobox], [contenteditable]:not([contenteditable=false])';
const buttons = 'footer button:last-of-type';

/** A window in the window; holds the focus and gives it back. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'md', modal = true, onSubmit } = props;
  const { kit } = useStrings();
  const popup = useRef<HTMLDivElement>(null);
  useInertBehind(open && modal === 'beside');
  const firstFocus = () =>
    popup.current?.querySelector<HTMLElement>(fields) ?? popup.current?.querySelector<HTMLElement>(buttons) ?? true;
  const body = (
    <>
      <div className={clsx(styles.body, props.flush === true && styles.flush)}>
        {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
        {props.children}
      </div>
      {props.footer !== undefined && <footer className={styles.foot}>{props.footer}</footer>}
    </>
  );
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      modal={modal === true}
      // A press on what stays live must not close it.
      disablePointerDismissal={modal === 'beside'}
    >
      <Base.Portal>
        {modal !== false && (
          <Base.Backdrop className={styles.scrim} onClick={modal === 'beside' ? onClose : undefined} />
        )}
        <Base.Popup
          ref={popup}
          data-modal-dialog={modal === false ? undefined : ''}
          className={clsx(styles.dialog, styles[size], props.className)}
          initialFocus={props.initialFocus ?? firstFocus}
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

/** Takes the page out of reach while a dialog is open, but for what stays live beside it. */
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
