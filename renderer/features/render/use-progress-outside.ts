import { useEffect } from 'react';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatPercent } from '#renderer/ui/format/number.ts';

/** Shows how far the queue is where the window is not: on the app's icon, in the title of the browser's tab. */
export function useProgressOutside(share: number | null): void {
  const { app, render } = useStrings();
  const desktop = useDesktop();
  // Whole percents: the system need not hear of each frame.
  const percent = share === null ? null : Math.floor(share * 100);
  useEffect(() => {
    if (desktop !== null) {
      void desktop.setProgress(percent === null ? null : { fraction: percent / 100, state: 'normal' });
      return;
    }
    document.title = percent === null ? app.name : render.titleProgress(formatPercent(percent / 100), app.name);
  }, [desktop, percent, app, render]);
}
