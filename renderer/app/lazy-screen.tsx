import { type ComponentType, useEffect, useState } from 'react';
import { ScreenSkeleton } from '#renderer/shell/frame/screen-skeleton.tsx';

/** A screen whose code does not come with the page. */
export interface LazyScreen<Props extends object> {
  /** Null until it was fetched. */
  readonly loaded: () => ComponentType<Props> | null;
  /** Fetches it unless it is there or on its way; after a failure, again. */
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
  /** The skeleton that is shown until then. */
  readonly shape?: 'page' | 'editor';
}

/**
 * Shows such a screen, and a skeleton until it is there. Throws what keeps it from coming. Not React's `lazy`: once a
 * fallback was seen, that holds back what follows for 0.3 s, which is as long as opening a template takes.
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
