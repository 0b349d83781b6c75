import { useEffect } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';

/** Sets the title of the window and of the entry in the browser's history. Empty parts are left out. */
export function useTitle(...parts: readonly string[]): void {
  const { app } = useStrings();
  const title = [...parts.filter((part) => part !== ''), app.name].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
