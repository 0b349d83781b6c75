import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Database } from '../storage/ports.ts';

/** The public address of this service in links, such as `https://films.example`. It is stored in the workspace. */
export interface PublicAddress {
  /** Returns the scheme and the host without a trailing slash; null if no address is set. */
  get(): string | null;
  /**
   * Sets the address. Throws `link/invalid` if it is not a scheme and a host, and the errors of database transactions.
   */
  set(address: string | null): string | null;
}

const NAME = 'public-address';

export function createPublicAddress(database: Database): PublicAddress {
  const stored = database.get('SELECT value FROM setting WHERE name = ?', NAME)?.['value'];
  let address = typeof stored === 'string' ? stored : null;
  return {
    get: () => address,
    set: (requested) => {
      const next = requested === null || requested.trim() === '' ? null : originOf(requested.trim());
      database.transaction(() => {
        if (next === null) database.run('DELETE FROM setting WHERE name = ?', NAME);
        else database.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', NAME, next);
      });
      address = next;
      return next;
    },
  };
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const isBare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url === null || !isWeb || !isBare) throw new ServiceError('link/invalid', message('link/public-address'));
  return url.origin;
}
