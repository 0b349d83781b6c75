import type { CustomScheme } from 'electron';

/** The scheme of the page. It keeps to its security policy, and no other page may ask it for anything. */
export const appScheme: CustomScheme = {
  scheme: 'app',
  privileges: {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    stream: true,
    codeCache: true,
    bypassCSP: false,
    corsEnabled: false,
    allowServiceWorkers: false,
  },
};
