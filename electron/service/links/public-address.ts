import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Database } from '../storage/ports.ts';

/** The address at which others reach the links of this service, such as `https://films.example`; kept in the workspace. */
export interface PublicAddress {
  /** Scheme and host, without a slash at the end; null while nobody has given it. */
  get(): string | null;
  /** Throws `link/invalid` for anything that is more than scheme and host, and what the database's transactions throw. */
  set(address: string | null): string | null;
}

const NAME = 'public-address';

export function createPublicAddress(database: Database): PublicAddress {
  const kept = database.get('SELECT value FROM setting WHERE name = ?', NAME)?.['value'];
  let address = typeof kept === 'string' ? kept : null;
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
