import { useEffect } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';

/** What the window and its entry in the browser's history are called. Empty parts are left out. */
export function useTitle(...parts: readonly string[]): void {
  const { app } = useStrings();
  const title = [...parts.filter((part) => part !== ''), app.name].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
