import { createContext, type ReactNode, use } from 'react';
import { required } from '#shared/lib/assert.ts';

/** The content of the bars around every screen. The app provides it. */
export interface FrameBars {
  /** The buttons at the end of the top bar of every page. */
  readonly buttons: ReactNode;
  /** The bar below the page. */
  readonly status: ReactNode;
  /** The banners over the page, above the bottom bar. */
  readonly banners: ReactNode;
  /** Whether the page must leave space for the open queue on the right. */
  readonly isQueueOpen: boolean;
}

const FrameBarsContext = createContext<FrameBars | null>(null);

export const FrameBarsProvider = FrameBarsContext.Provider;

export function useFrameBars(): FrameBars {
  return required(use(FrameBarsContext), 'There is no FrameBarsProvider above.');
}
