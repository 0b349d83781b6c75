import type { WindowPort } from '#main/system/electron-port.ts';
import type { TaskProgress } from '#shared/contract/desktop/desktop-shapes.ts';

/** More than 1 is Electron's way to say that it goes on without a known end. */
const INDETERMINATE = 2;
const NONE = -1;

/** Shows progress on the app's icon. */
export function showProgress(window: WindowPort | null, progress: TaskProgress | null): void {
  if (window === null || window.isDestroyed()) return;
  if (progress === null) {
    window.setProgressBar(NONE);
    return;
  }
  const { fraction, state } = progress;
  if (fraction === null) window.setProgressBar(INDETERMINATE, { mode: state === 'normal' ? 'indeterminate' : state });
  else window.setProgressBar(fraction, { mode: state });
}
