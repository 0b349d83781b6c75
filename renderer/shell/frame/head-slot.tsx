import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

const HeadSlotContext = createContext<HTMLElement | null>(null);

export const HeadSlotProvider = HeadSlotContext.Provider;

/** Renders its children at the right end of the preview head. */
export function PreviewHead({ children }: { readonly children: ReactNode }) {
  const slot = use(HeadSlotContext);
  return slot === null ? null : createPortal(children, slot);
}
