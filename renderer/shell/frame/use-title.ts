import { useEffect } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';

/** Sets the title of the window. The title is also the name of the history entry. Empty parts are omitted. */
export function useTitle(...parts: readonly string[]): void {
  const { app } = useStrings();
  const title = [...parts.filter((part) => part !== ''), app.name].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
