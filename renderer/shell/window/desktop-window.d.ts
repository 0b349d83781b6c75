import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';

declare global {
  interface Window {
    /** Put there by the preload script; absent in a browser. */
    readonly desktop?: DesktopBridge;
  }
}
