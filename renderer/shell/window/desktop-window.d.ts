import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';

declare global {
  interface Window {
    /** The bridge that the preload script provides; absent in a browser. */
    readonly desktop?: DesktopBridge;
  }
}
