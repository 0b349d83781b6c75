import { type RefObject, useEffect, useRef } from 'react';
import { useRenderSession, useRenderSessionStore } from '#renderer/common/renders/render-session-context.tsx';

/** For the element of a render in the list: it is brought into sight and focused once somebody asks for it. */
export function useRevealed<Found extends HTMLElement>(render: string): RefObject<Found | null> {
  const element = useRef<Found>(null);
  const session = useRenderSessionStore();
  const isRevealed = useRenderSession(({ revealed }) => revealed === render);
  useEffect(() => {
    if (!isRevealed) return;
    element.current?.scrollIntoView({ block: 'center' });
    element.current?.focus({ preventScroll: true });
    session.setState({ revealed: null });
  }, [isRevealed, session]);
  return element;
}
