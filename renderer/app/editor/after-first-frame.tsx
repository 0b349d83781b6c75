import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its children after the first frame of the screen. The timeline and the picture then appear sooner, and React
 * renders the children in slices that let input through.
 */
export function AfterFirstFrame({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
