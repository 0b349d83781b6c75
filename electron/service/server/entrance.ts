import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../errors/service-error.ts';
import type { Connections } from '../http/connections.ts';
import { serviceErrorOf } from '../http/problems.ts';
import { handleShortage } from '../http/spare-handles.ts';
import { createWrongCredentials } from '../http/wrong-credentials.ts';
import type { ShownSignature } from '../links/signed/link-guard.ts';
import type { AccessGuard } from './access.ts';

/** Where every request passes before anything else is done with it. */
export interface Entrance {
  /** Throws what the guard throws of addresses, and `storage/busy` when there is nothing to answer with. */
  readonly checkAddress: (request: IncomingMessage, response: ServerResponse, signature: ShownSignature) => void;
  /** Throws `access/credentials`, after a pause for wrong ones, and `access/too-many`. */
  readonly requireCredentials: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /**
   * Throws `link/signature`, after a pause as for wrong credentials, `link/expired`, and `access/too-many`.
   * @param onGenuine Called when the signature belongs to the link, whether it counts still or not.
   */
  readonly requireSignature: (
    signature: Exclude<ShownSignature, 'none'>,
    request: IncomingMessage,
    response: ServerResponse,
    onGenuine: () => void,
  ) => Promise<void>;
  /** Whether it shows valid credentials. Wrong ones throw what {@link requireCredentials} throws of them. */
  readonly isKnown: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

export function createEntrance({
  guard,
  connections,
  stopping,
}: {
  readonly guard: AccessGuard;
  readonly connections: Connections;
  readonly stopping: AbortSignal;
}): Entrance {
  const looked = new WeakSet<Socket>();
  const wrong = createWrongCredentials({ stopping });
  const admit = ({ socket }: IncomingMessage, response: ServerResponse, pool: 'known' | 'linked'): void => {
    if (connections.admit(socket, pool)) return;
    response.setHeader('connection', 'close');
    throw new ServiceError('access/too-many', 'connections');
  };
  const isKnown = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const shown = guard.credentialsOf(request);
    if (shown === 'wrong') await wrong.refuse(response);
    if (shown !== 'valid') return false;
    admit(request, response, 'known');
    return true;
  };
  return {
    isKnown,
    checkAddress: (request, response, signature) => {
      guard.checkAddress(request, signature !== 'none');
      if (looked.has(request.socket)) return;
      looked.add(request.socket);
      const cause = handleShortage();
      if (cause === null) return;
      response.setHeader('connection', 'close');
      throw serviceErrorOf(cause);
    },
    requireSignature: async (signature, request, response, onGenuine) => {
      if (signature === 'wrong') return await wrong.refuse(response, 'link/signature');
      onGenuine();
      if (signature === 'expired') throw new ServiceError('link/expired');
      admit(request, response, 'linked');
    },
    requireCredentials: async (request, response) => {
      if (!(await isKnown(request, response))) throw new ServiceError('access/credentials');
    },
  };
}
