import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';

declare global {
  interface Window {
    /** The bridge of the preload script; absent in a browser. */
    readonly desktop?: DesktopBridge;
  }
}
