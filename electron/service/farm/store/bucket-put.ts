import { stat } from 'node:fs/promises';
import { DeleteObjectCommand, HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import { statement } from '#shared/statements/statement.ts';
import { putObject } from '../../destinations/put-object.ts';
import { StoreError } from '../../destinations/store-failure.ts';
import { persist, type StoreSession } from '../../destinations/store-session.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { digestFile } from '../../files/digest-file.ts';
import { factsOf, isAbsent } from './bucket-pieces.ts';
import type { StoredFile, TransferOptions } from './object-storage.ts';

/**
 * Puts a file at the session's address, and asks the store whether it has it whole. Another that somebody put there since is
 * as good. Throws {@link StoreError}, `ServiceError` where the file is not what it was said to be, the signal's reason.
 */
export async function putInBucket(
  session: StoreSession,
  file: StoredFile,
  { signal, onProgress }: TransferOptions,
): Promise<void> {
  signal.throwIfAborted();
  await requireSame(file, signal);
  const film = { ...file, contentType: 'application/octet-stream' };
  await putObject(session, film, { signal, onProgress, metadata: { sha256: file.sha256 } });
  const found = await headOf(session, signal);
  const facts = found === null ? null : factsOf(found, found.ContentLength);
  if (facts === null) throw failed(statement('store/unlike'));
  if (facts.sha256 !== file.sha256 || facts.bytes === file.bytes) return;
  // An object is whole or absent.
  await removeFromBucket(session, signal);
  throw failed(statement('store/bytes', { there: facts.bytes, wanted: file.bytes }));
}

/** What the store says of the session's object; null if it is absent. Throws {@link StoreError}, the signal's reason. */
export async function headOf(session: StoreSession, signal: AbortSignal): Promise<HeadObjectCommandOutput | null> {
  const { client, address } = session;
  const command = new HeadObjectCommand({ Bucket: address.bucket, Key: address.key });
  return await persist(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfAbsent);
}

/** Removes the session's object; one that is absent is no error. Throws {@link StoreError}, the signal's reason. */
export async function removeFromBucket(session: StoreSession, signal: AbortSignal): Promise<void> {
  const { client, address } = session;
  const command = new DeleteObjectCommand({ Bucket: address.bucket, Key: address.key });
  await persist(session, 0, signal, (abortSignal) => client.send(command, { abortSignal })).catch(nullIfAbsent);
}

async function requireSame({ path, bytes, sha256 }: StoredFile, signal: AbortSignal): Promise<void> {
  const read = async () => (await stat(path)).size === bytes && (await digestFile(path, signal)) === sha256;
  const isSame = await read().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('destination/failed', statement('destination/film-unreadable'), { cause });
  });
  if (!isSame) throw new ServiceError('destination/failed', statement('destination/film-changed'));
}

function nullIfAbsent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

function failed(says: StoreError['failure']['says']): StoreError {
  return new StoreError({ kind: 'failed', status: null, code: '', passing: false, says });
}
