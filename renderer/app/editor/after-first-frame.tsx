import { type ReactNode, useDeferredValue } from 'react';

/**
 * Defers the children until after the first frame of the screen. The timeline and the picture appear sooner, and React
 * renders the children in interruptible slices.
 */
export function AfterFirstFrame({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
