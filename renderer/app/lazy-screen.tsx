import { type ComponentType, useEffect, useState } from 'react';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';

/** A screen whose code is loaded separately. */
export interface LazyScreen<Props extends object> {
  /** Returns the component; null until its code is loaded. */
  readonly loaded: () => ComponentType<Props> | null;
  /** Loads the code once. After a failure, the next call tries again. */
  readonly fetch: () => Promise<void>;
}

export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loaded: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  return {
    loaded: () => loaded,
    fetch: () => {
      coming ??= load().then(
        (component) => {
          loaded = component;
        },
        (error: unknown) => {
          coming = null;
          throw error;
        },
      );
      return coming;
    },
  };
}

export interface ShowLazyProps<Props extends object> {
  readonly screen: LazyScreen<Props>;
  readonly with: Props;
  /** The skeleton that is shown while the code is loading. */
  readonly shape?: 'page' | 'editor';
}

/**
 * Shows a lazy screen, and a skeleton while its code is loading. Throws load errors. React's `lazy` is not used,
 * because it waits 0.3 s between the skeleton and the screen, which is as long as opening a template takes.
 */
export function ShowLazy<Props extends object>({ screen, with: props, shape = 'page' }: ShowLazyProps<Props>) {
  const [outcome, setOutcome] = useState<{ readonly error?: unknown }>({});
  useEffect(() => {
    if (screen.loaded() !== null) return;
    let isOver = false;
    const finish = (next: { readonly error?: unknown }) => {
      if (!isOver) setOutcome(next);
    };
    screen.fetch().then(
      () => finish({}),
      (error: unknown) => finish({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [screen]);
  if ('error' in outcome) throw outcome.error;
  const Loaded = screen.loaded();
  return Loaded === null ? <ScreenSkeleton shape={shape} /> : <Loaded {...props} />;
}
