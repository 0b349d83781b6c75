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
 * Sends a film and verifies that the store has it whole; settles only then. Can be called again after any failure, and
 * replaces what is there. Throws {@link ServiceError} `destination/refused` (an address, name or region that may not be
 * used), `destination/failed` (with words for what the store said, never with credentials), or the signal's reason.
 * The object is whole or absent then, and no multipart upload is left open as far as the store can be reached.
 */
export async function sendFilm(
  film: FilmFile,
  destination: Destination,
  credentials: DestinationCredentials,
  options: SendOptions,
): Promise<SentFilm> {
  // Loaded when it is needed first: the client is large, and the service has to start quickly.
  const { sendToObjectStore } = await import('./object-store.ts');
  return sendToObjectStore(film, destination, credentials, options);
}

/**
 * Aborts what an earlier {@link sendFilm} may have left open, without sending anything. Answers whether nothing of it
 * is left for certain. Throws {@link ServiceError} `destination/refused`, or the signal's reason.
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
