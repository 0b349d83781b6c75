import type { ElectronPort } from './electron-port.ts';

/** Tells of sleep and of waking, so that what was cut off goes on at once instead of at its next attempt. */
export function watchPower(
  powerMonitor: ElectronPort['powerMonitor'],
  tell: (state: 'suspended' | 'resumed') => void,
): void {
  powerMonitor.on('suspend', () => tell('suspended'));
  powerMonitor.on('resume', () => tell('resumed'));
}
