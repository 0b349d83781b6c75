import { createContext, type ReactNode, use } from 'react';
import { required } from '#shared/lib/assert.ts';

/** The content of the bars around every screen. The app provides it. */
export interface FrameBars {
  /** Buttons of every page, at the end of the top bar. */
  readonly buttons: ReactNode;
  /** The bar below the page. */
  readonly status: ReactNode;
  /** Banners over the page, above the bottom bar. */
  readonly banners: ReactNode;
  /** Whether the queue is open at the right and needs space. */
  readonly besideQueue: boolean;
}

const FrameBarsContext = createContext<FrameBars | null>(null);

export const FrameBarsProvider = FrameBarsContext.Provider;

export function useFrameBars(): FrameBars {
  return required(use(FrameBarsContext), 'There is no FrameBarsProvider above.');
}
