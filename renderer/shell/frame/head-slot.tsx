import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

const HeadSlotContext = createContext<HTMLElement | null>(null);

export const HeadSlotProvider = HeadSlotContext.Provider;

/** Renders its children into the head above the preview, at its right end. */
export function PreviewHead({ children }: { readonly children: ReactNode }) {
  const slot = use(HeadSlotContext);
  return slot === null ? null : createPortal(children, slot);
}
