import { Toast } from '@base-ui/react/toast';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ToastAction {
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly run: () => void;
}

export interface ToastMessage {
  /** Whole sentence or name of what was done: `Deleted “Autumn teaser”`. */
  readonly message: string;
  /** A second, smaller line: the reason, what to do. */
  readonly detail?: string | undefined;
  /** Below the words: how far something is. */
  readonly content?: ReactNode;
  readonly tone?: 'plain' | 'success' | 'info' | 'warning' | 'danger' | undefined;
  readonly action?: ToastAction | undefined;
  /** How long it stays; 0 until it is closed. 5 without, 10 with a button, until closed for `danger`. */
  readonly seconds?: number | undefined;
  /** Shows the seconds that are left: something happens when they are over. */
  readonly countdown?: boolean | undefined;
  /** Another with the same id takes its place. */
  readonly id?: string | undefined;
  /** After it went, by whatever. */
  readonly onClose?: (() => void) | undefined;
}

export interface ToastData {
  readonly message: ToastMessage;
  /** Milliseconds since the epoch, for the countdown. */
  readonly until: number | null;
}

/**
 * Short messages at the foot of the window. Made once for a window; who holds it can show some from outside of React.
 */
export interface Toasts {
  readonly show: (message: ToastMessage | string) => string;
  readonly close: (id: string) => void;
}

/** The window's messages and what draws them. */
export function createToasts() {
  const manager = Toast.createToastManager<ToastData>();
  const toasts: Toasts = {
    show(given) {
      const message = typeof given === 'string' ? { message: given } : given;
      const seconds = message.seconds ?? defaultSeconds(message);
      const id = manager.add({
        ...(message.id !== undefined && { id: message.id }),
        // A pointer over it stops the kit's own clock; what is counted down happens when it was said to happen.
        timeout: message.countdown === true ? 0 : seconds * 1000,
        priority: message.tone === 'danger' ? 'high' : 'low',
        data: { message, until: seconds === 0 ? null : Date.now() + seconds * 1000 },
        ...(message.onClose !== undefined && { onClose: message.onClose }),
      });
      if (message.countdown === true) setTimeout(() => manager.close(id), seconds * 1000);
      return id;
    },
    close: (id) => manager.close(id),
  };
  return { manager, toasts };
}

function defaultSeconds({ tone, action }: ToastMessage): number {
  if (tone === 'danger') return 0;
  return action === undefined ? 5 : 10;
}
