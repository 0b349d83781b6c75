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
 * existing object. Throws `ServiceError` `destination/refused` (an address, name, or region that is not allowed),
 * `destination/failed` (with a message about the store's answer and without credentials), or the signal's reason. In
 * every case the object is complete or absent. No multipart upload is left open if the store is reachable.
 */
export async function sendFilm(
  film: FilmFile,
  destination: Destination,
  credentials: DestinationCredentials,
  options: SendOptions,
): Promise<SentFilm> {
  // Load the client at its first use: it is large, and the service must start quickly.
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
