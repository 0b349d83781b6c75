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
  /** The skeleton until the code is loaded. */
  readonly shape?: 'page' | 'editor';
}

/**
 * Shows a lazy screen, and a skeleton until its code is loaded. Throws load errors. React's `lazy` is not used, because
 * it shows the content 0.3 s after the fallback, and opening a template takes no longer than that.
 */
export function ShowLazy<Props extends object>({ screen, with: props, shape = 'page' }: ShowLazyProps<Props>) {
  const [outcome, setOutcome] = useState<{ readonly error?: unknown }>({});
  useEffect(() => {
    if (screen.loaded() !== null) return;
    let isOver = false;
    const tell = (next: { readonly error?: unknown }) => {
      if (!isOver) setOutcome(next);
    };
    screen.fetch().then(
      () => tell({}),
      (error: unknown) => tell({ error }),
    );
    return () => {
      isOver = true;
    };
  }, [screen]);
  if ('error' in outcome) throw outcome.error;
  const Loaded = screen.loaded();
  return Loaded === null ? <ScreenSkeleton shape={shape} /> : <Loaded {...props} />;
}
