import { Toast as Base } from '@base-ui/react/toast';
import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Icon } from '../display/icon.tsx';
import styles from './toast.module.css';
import type { createToasts, ToastData, Toasts } from './toast-store.ts';

const ToastsContext = createContext<Toasts | null>(null);

/** Returns the function to show toasts: `useToast().show({ message, tone, action })`. */
export function useToast(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('useToast is used outside of ToastProvider');
  return toasts;
}

export interface ToastProviderProps {
  readonly store: ReturnType<typeof createToasts>;
  readonly children: ReactNode;
}

/** Provides toasts to the whole window. */
export function ToastProvider({ store, children }: ToastProviderProps) {
  return (
    <ToastsContext value={store.toasts}>
      <Base.Provider toastManager={store.manager} limit={4}>
        {children}
        <ToastList />
      </Base.Provider>
    </ToastsContext>
  );
}

function ToastList() {
  const { kit } = useStrings();
  const { toasts } = Base.useToastManager<ToastData>();
  return (
    <Base.Portal>
      <Base.Viewport className={styles.viewport} aria-label={kit.notifications}>
        {toasts.map(
          (toast) =>
            toast.data !== undefined && (
              <Base.Root
                key={toast.id}
                toast={toast}
                swipeDirection="down"
                className={styles.toast}
                // The library hides urgent toasts and their close button from assistive technology, although they can
                // be focused. Revert this.
                aria-hidden={false}
              >
                <ToastContent id={toast.id} data={toast.data} />
              </Base.Root>
            ),
        )}
      </Base.Viewport>
    </Base.Portal>
  );
}

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleX } as const satisfies Record<
  string,
  LucideIcon
>;

function ToastContent({ id, data }: { readonly id: string; readonly data: ToastData }) {
  const { kit } = useStrings();
  const toasts = useToast();
  const { message, until } = data;
  const { tone = 'plain', action } = message;
  return (
    <Base.Content className={styles.content}>
      {tone !== 'plain' && <Icon icon={icons[tone]} className={styles[tone]} />}
      <div className={styles.text}>
        <Base.Title render={<p />}>{message.message}</Base.Title>
        {message.detail !== undefined && (
          <Base.Description render={<p />} className={styles.detail}>
            {message.detail}
          </Base.Description>
        )}
        {message.content}
      </div>
      {message.countdown === true && until !== null && <SecondsLeft until={until} />}
      {action !== undefined && (
        <Button
          size="sm"
          icon={action.icon}
          onClick={() => {
            action.run();
            toasts.close(id);
          }}
        >
          {action.label}
        </Button>
      )}
      {(action === undefined || tone === 'danger') && (
        <Base.Close
          aria-hidden={false}
          render={<IconButton icon={X} label={kit.close} size="sm" tooltipSide="top" />}
        />
      )}
    </Base.Content>
  );
}

function SecondsLeft({ until }: { readonly until: number }) {
  const { kit } = useStrings();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  return (
    <span aria-hidden={true} className={`${styles.left} tabular`}>
      {kit.seconds(left)}
    </span>
  );
}
