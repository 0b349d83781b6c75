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
 * Sends a film, and resolves when the store's copy is verified. Can be called again after any failure. Replaces an
 * existing object. In every case the object is complete or absent, and no multipart upload stays open if the store is
 * reachable. Throws the signal's reason or a `ServiceError`. Its code is `destination/refused` for an address, name, or
 * region that is not allowed. Otherwise it is `destination/failed`; the message describes the store's answer and
 * contains no credentials.
 */
export async function sendFilm(
  film: FilmFile,
  destination: Destination,
  credentials: DestinationCredentials,
  options: SendOptions,
): Promise<SentFilm> {
  // Load the client at its first use, because it is large and the service must start quickly.
  const { sendToObjectStore } = await import('./object-store.ts');
  return sendToObjectStore(film, destination, credentials, options);
}

/**
 * Aborts an upload that an earlier {@link sendFilm} may have left open. Sends nothing. Returns true if the upload is
 * certainly gone. Throws `ServiceError` `destination/refused` or the signal's reason.
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
