import { DESKTOP_ORIGIN } from '#shared/contract/desktop/desktop-channels.ts';
import type { ContentsPort, ElectronPort, SessionPort } from './system/electron-port.ts';
import type { Log } from './system/log.ts';

const ALLOWED_SCHEMES: readonly string[] = ['app:', 'blob:', 'data:', 'devtools:'];
/** The permissions of the page: full screen, and copy and paste without a key press. */
const ALLOWED_PERMISSIONS: readonly string[] = ['fullscreen', 'clipboard-read', 'clipboard-sanitized-write'];

/**
 * Denies everything that is not listed: permissions, devices, requests to other addresses, and downloads from other
 * origins.
 */
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
  // The spell checker would download its dictionaries from other servers.
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event, item) => {
    if (originOf(item.getURL().replace(/^blob:/, '')) === DESKTOP_ORIGIN) return;
    event.preventDefault();
    log.warn('blocked a download', { scheme: schemeOf(item.getURL()) });
  });
}

/** Prevents navigation, redirects, new windows, and webviews. */
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

/**
 * Returns a function that opens an allowed page in the user's browser. That function returns whether the page was
 * allowed.
 */
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

/** Allows only `https:` addresses without credentials. */
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

/** Checks for the page's own address, to which a reload navigates. */
function isPage(url: string): boolean {
  return originOf(url) === DESKTOP_ORIGIN && ['/', '/index.html'].includes(new URL(url).pathname);
}

/** Returns the scheme and the host. The `origin` of the platform is `null` for schemes that it does not support. */
function originOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
