import { Toast } from '@base-ui/react/toast';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ToastAction {
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  readonly run: () => void;
}

export interface ToastMessage {
  /** A complete sentence, or a completed action with its object, such as `Deleted “Autumn teaser”`. */
  readonly message: string;
  /** A second line in smaller type, with the reason or the next step. */
  readonly detail?: string | undefined;
  /** Content below the text, such as progress. */
  readonly content?: ReactNode;
  readonly tone?: 'plain' | 'success' | 'info' | 'warning' | 'danger' | undefined;
  readonly action?: ToastAction | undefined;
  /**
   * The duration in seconds. The value 0 keeps the toast until the user closes it. The default is 5 seconds, or 10 with
   * a button. For `danger`, the default is 0.
   */
  readonly seconds?: number | undefined;
  /** Whether the toast counts down the seconds until a pending operation runs. */
  readonly countdown?: boolean | undefined;
  /** The id of the toast. It replaces an existing toast with the same id. */
  readonly id?: string | undefined;
  /** Called when the toast disappears for any reason. */
  readonly onClose?: (() => void) | undefined;
}

export interface ToastData {
  readonly message: ToastMessage;
  /** The end of the countdown in milliseconds since 1970; null without a countdown. */
  readonly until: number | null;
}

/** The toasts at the bottom of the window, one object per window. It can be used outside React. */
export interface Toasts {
  readonly show: (message: ToastMessage | string) => string;
  readonly close: (id: string) => void;
}

/** Creates the toasts of a window and the store for their components. */
export function createToasts() {
  const manager = Toast.createToastManager<ToastData>();
  const toasts: Toasts = {
    show(content) {
      const message = typeof content === 'string' ? { message: content } : content;
      const seconds = message.seconds ?? defaultSeconds(message);
      const id = manager.add({
        ...(message.id !== undefined && { id: message.id }),
        // For countdowns, disable the library's timer. It pauses while the pointer is over a toast, but a countdown
        // must end on time.
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
