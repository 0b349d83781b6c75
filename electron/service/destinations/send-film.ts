import type {
  ClearOptions,
  Destination,
  DestinationCredentials,
  FilmFile,
  OpenUpload,
  SendOptions,
  SentFilm,
} from './destination.ts';

/**
 * Sends a film and resolves after the store's copy is verified. Can be called again after any failure; replaces an
 * existing object. Throws {@link ServiceError} `destination/refused` (an address, name, or region that is not allowed),
 * `destination/failed` (with a message for the store's answer, never with credentials), or the signal's reason. In
 * every case the object is complete or absent, and no multipart upload is left open if the store is reachable.
 */
export async function sendFilm(
  film: FilmFile,
  destination: Destination,
  credentials: DestinationCredentials,
  options: SendOptions,
): Promise<SentFilm> {
  // Load the client on first use: it is large, and the service must start quickly.
  const { sendToObjectStore } = await import('./object-store.ts');
  return sendToObjectStore(film, destination, credentials, options);
}

/**
 * Aborts an upload that an earlier {@link sendFilm} may have left open, without sending anything. Returns whether it is
 * certainly gone. Throws {@link ServiceError} `destination/refused` or the signal's reason.
 */
export async function clearOpenUpload(
  upload: OpenUpload,
  destination: Destination,
  credentials: DestinationCredentials,
  options: ClearOptions,
): Promise<boolean> {
  const { clearAtObjectStore } = await import('./object-store.ts');
  return clearAtObjectStore(upload, destination, credentials, options);
}
