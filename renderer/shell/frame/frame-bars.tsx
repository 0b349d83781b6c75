import { createContext, type ReactNode, use } from 'react';
import { required } from '#shared/lib/assert.ts';

/** What stands in the bars around every screen; the app says what. */
export interface FrameBars {
  /** At the end of the bar above the page: buttons that every page has. */
  readonly buttons: ReactNode;
  /** The bar below the page. */
  readonly status: ReactNode;
  /** What lies over the page, above the bar below it. */
  readonly banners: ReactNode;
  /** Whether something lies at the right of the page, which leaves room for it. */
  readonly besideQueue: boolean;
}

const FrameBarsContext = createContext<FrameBars | null>(null);

export const FrameBarsProvider = FrameBarsContext.Provider;

export function useFrameBars(): FrameBars {
  return required(use(FrameBarsContext), 'There is no FrameBarsProvider above.');
}
