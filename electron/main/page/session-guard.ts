import type { ContentsPort, ElectronPort, SessionPort } from '#main/system/electron-port.ts';
import type { Log } from '#main/system/log.ts';
import { DESKTOP_ORIGIN } from '#shared/contract/desktop/desktop-channels.ts';

const ALLOWED_SCHEMES: readonly string[] = ['app:', 'blob:', 'data:', 'devtools:'];
/**
 * What the page may do beyond what every page may: fill the screen, and copy and paste where no key was pressed for it.
 */
const ALLOWED_PERMISSIONS: readonly string[] = ['fullscreen', 'clipboard-read', 'clipboard-sanitized-write'];

/** Denies what is not named: permissions, devices, requests to anywhere, downloads of anything but our own. */
export function guardSession(session: SessionPort, log: Log): void {
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const cancel = !isAllowedRequest(url);
    if (cancel) log.warn('blocked a request', { scheme: schemeOf(url) });
    callback({ cancel });
  });
  session.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(isAllowedPermission(permission, originOf(requestingUrl ?? ''), isMainFrame)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    isAllowedPermission(permission, originOf(origin), isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
  // Its dictionaries would be fetched from elsewhere.
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event, item) => {
    if (originOf(item.getURL().replace(/^blob:/, '')) === DESKTOP_ORIGIN) return;
    event.preventDefault();
    log.warn('blocked a download', { scheme: schemeOf(item.getURL()) });
  });
}

/** Keeps every page where it is: no navigation, no redirect, no new window, no webview. */
export function guardContents(contents: ContentsPort, openExternal: (url: string) => void, log: Log): void {
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const) {
    contents.on(name, (event) => {
      if (event.isMainFrame && name !== 'will-redirect' && isPage(event.url)) return;
      event.preventDefault();
      log.warn('blocked a navigation', { kind: name, scheme: schemeOf(event.url) });
    });
  }
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openExternal(url);
    return { action: 'deny' };
  });
}

/** Opens a page in the person's browser, if it is one that may be. */
export function createExternalOpener(shell: ElectronPort['shell'], log: Log): (url: string) => boolean {
  return (url) => {
    if (!isExternal(url)) {
      log.warn('refused to open an address', { scheme: schemeOf(url) });
      return false;
    }
    shell
      .openExternal(new URL(url).href)
      .catch((error: unknown) => log.error('failed to open a page in the browser', error));
    return true;
  };
}

/** `https:` alone, and no credentials that would go along. */
function isExternal(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return protocol === 'https:' && username === '' && password === '';
}

function isAllowedRequest(url: string): boolean {
  return ALLOWED_SCHEMES.includes(schemeOf(url));
}

function isAllowedPermission(permission: string, origin: string, isMainFrame: boolean): boolean {
  return isMainFrame && origin === DESKTOP_ORIGIN && ALLOWED_PERMISSIONS.includes(permission);
}

/** Loading the page anew is no navigation away from it. */
function isPage(url: string): boolean {
  return originOf(url) === DESKTOP_ORIGIN && ['/', '/index.html'].includes(new URL(url).pathname);
}

/** Scheme and host; the platform calls the origin of schemes that it does not know `null`. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
