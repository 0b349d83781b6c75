import { EventEmitter } from 'node:events';
import type { SessionPort } from '#main/system/electron-port.ts';

/** A session that stores its handlers, so that a test can call them. */
export class FakeSession extends EventEmitter implements SessionPort {
  onRequest: Parameters<SessionPort['webRequest']['onBeforeRequest']>[0] = (_details, callback) => callback({});
  onPermission: Parameters<SessionPort['setPermissionRequestHandler']>[0] = (_c, _p, callback) => callback(true);
  onCheck: Parameters<SessionPort['setPermissionCheckHandler']>[0] = () => true;
  onDevice: () => boolean = () => true;
  spellChecker = true;
  readonly webRequest: SessionPort['webRequest'] = {
    onBeforeRequest: (listener) => {
      this.onRequest = listener;
    },
  };
  setPermissionRequestHandler: SessionPort['setPermissionRequestHandler'] = (handler) => {
    this.onPermission = handler;
  };
  setPermissionCheckHandler: SessionPort['setPermissionCheckHandler'] = (handler) => {
    this.onCheck = handler;
  };
  setDevicePermissionHandler: SessionPort['setDevicePermissionHandler'] = (handler) => {
    this.onDevice = handler;
  };
  setSpellCheckerEnabled: SessionPort['setSpellCheckerEnabled'] = (enabled) => {
    this.spellChecker = enabled;
  };

  /** Returns whether a request is allowed. */
  lets(url: string): boolean {
    let cancelled = false;
    this.onRequest({ url }, ({ cancel = false }) => {
      cancelled = cancel;
    });
    return !cancelled;
  }
}
