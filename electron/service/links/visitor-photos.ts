import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { imageFacts } from '#shared/drawings/images/image-facts.ts';
import { orientedSize } from '#shared/drawings/images/orientation.ts';
import { message } from '#shared/messages/message.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ByteBody } from '../http/handler.ts';
import type { MediaViews } from '../media-views/views-port.ts';
import type { Database, Foundation, ProjectUid, StoredBlob } from '../storage/ports.ts';
import { createCallerQueue } from './link-guard.ts';
import type { FilmLink } from './read-link.ts';

/** A photo that a visitor has added to a form. */
export interface VisitorPhoto extends Size {
  /** The value of the variable, which is valid in links of the form. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The photos that visitors add to forms. The sweep of the workspace deletes them after 24 hours. */
export interface VisitorPhotos {
  /**
   * Decodes a photo and stores a copy without metadata. Throws `link/photo` for any other file, `link/too-many`, and the
   * errors of reading and storing.
   * @param form The id of the form, as links to its films contain it.
   */
  add(
    body: ByteBody,
    at: { readonly project: ProjectUid; readonly form: string },
    signal: AbortSignal,
  ): Promise<VisitorPhoto>;
}

const {
  bytes: maxBytes,
  pixels: maxPixels,
  side: maxSide,
  hours: lifetimeHours,
  aDay: maxPerDay,
  storedBytes: maxStoredBytes,
} = serviceLimits.formPhotos;
const HOUR = 3600 * 1000;
const MIN_SIDE = 16;
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp']);
/** The prefix of the names. Visitors of other forms cannot guess a name, because the rest is random. */
const PREFIX = 'visitor-photo-';
const NAME = /^visitor-photo-[0-9a-f]{32}\.jpg$/;

export function createVisitorPhotos({
  foundation: { database, blobs, clock },
  views,
}: {
  readonly foundation: Foundation;
  readonly views: Pick<MediaViews, 'filmFrame'>;
}): VisitorPhotos {
  const queue = createCallerQueue();
  const requireCapacity = (form: string): void => {
    const now = clock();
    const secondsUntilDeleted = (createdAt: unknown) =>
      Math.max(1, Math.ceil((Number(createdAt) + lifetimeHours * HOUR - now) / 1000));
    const last = database.get(
      'SELECT created_at FROM link_photo WHERE form = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1 OFFSET ?',
      ...[form, now - lifetimeHours * HOUR, maxPerDay - 1],
    );
    if (last !== undefined)
      throw new ServiceError('link/too-many', message('link/photos-a-day', { most: maxPerDay }), {
        retryAfterSeconds: secondsUntilDeleted(last['created_at']),
      });
    const stored = database.get('SELECT sum(bytes) AS bytes, min(created_at) AS oldest FROM link_photo');
    if (Number(stored?.['bytes'] ?? 0) + maxBytes > maxStoredBytes)
      throw new ServiceError('link/too-many', message('link/photos-full'), {
        retryAfterSeconds: secondsUntilDeleted(stored?.['oldest'] ?? now),
      });
  };
  const insert = (name: string, { sha256, bytes }: StoredBlob, project: ProjectUid, form: string): void => {
    database.run(
      'INSERT INTO link_photo (name, project, form, sha256, bytes, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[name, project, form, sha256, bytes, clock()],
    );
  };

  /**
   * Stores a copy of the picture that contains only its pixels. The engine decodes and encodes it as a film of one
   * frame.
   */
  const storeCopy = async (received: Uint8Array, size: Size, project: ProjectUid, signal: AbortSignal) => {
    const source = await blobs.put(Readable.from([received]), { limitBytes: maxBytes, signal });
    using _hold = blobs.hold(source.sha256);
    const name = `${PREFIX}${randomBytes(16).toString('hex')}.source`;
    // The engine finds the received file by its row. A row without a form is hidden from links.
    database.transaction(() => insert(name, source, project, ''));
    try {
      const { file } = await views.filmFrame(
        { template: templateOf(name, size), frame: '0', picture: 'jpeg' },
        project,
        signal,
      );
      using _file = file.hold;
      return await blobs.put(createReadStream(file.path), { limitBytes: maxBytes, signal });
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'render/invalid') throw photoError('It is damaged.');
      throw error;
    } finally {
      database.transaction(() => database.run('DELETE FROM link_photo WHERE name = ?', name));
    }
  };

  return {
    add: ({ stream }, { project, form }, signal) =>
      queue(signal, async () => {
        await database.waitForWriteLock();
        requireCapacity(form);
        const received = await bytesOf(stream);
        const size = copySizeOf(received);
        const copy = await storeCopy(received, size, project, signal);
        using _hold = blobs.hold(copy.sha256);
        const name = `${PREFIX}${randomBytes(16).toString('hex')}.jpg`;
        database.transaction(() => {
          requireCapacity(form);
          insert(name, copy, project, form);
        });
        return { name, ...size, expiresAt: clock() + lifetimeHours * HOUR };
      }),
  };
}

/**
 * Checks the photos in the values of a link. They must belong to the form of the link and still exist. Throws
 * `link/photo`.
 */
export function requirePhotos(
  { values, photoForm }: Pick<FilmLink, 'values' | 'photoForm'>,
  project: ProjectUid,
  database: Database,
): void {
  if (lacksPhoto({ values, photoForm }, project, database))
    throw new ServiceError('link/photo', 'It was deleted or belongs to another form. Add it again.');
}

/** Returns whether the values contain a photo that does not exist, or that belongs to another form. */
export function lacksPhoto(
  { values, photoForm }: Pick<FilmLink, 'values' | 'photoForm'>,
  project: ProjectUid,
  database: Database,
): boolean {
  const sql = 'SELECT 1 FROM link_photo WHERE name = ? AND project = ? AND form = ?';
  return [...values.values()]
    .filter((value) => value.toLowerCase().startsWith(PREFIX))
    .some(
      (name) => !NAME.test(name) || photoForm === null || database.get(sql, name, project, photoForm) === undefined,
    );
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Returns the size of the copy in upright orientation. Throws `link/photo` if the file is not a photo of a permitted
 * size.
 */
function copySizeOf(bytes: Uint8Array): Size {
  const facts = imageFacts(bytes);
  if (facts === null || !FORMATS.has(facts.format)) throw photoError('The file isn’t a JPEG, PNG, or WebP picture.');
  if (facts.width * facts.height > maxPixels) throw photoError(`It has more than ${maxPixels / 1e6} megapixels.`);
  const { width, height } = orientedSize(bytes, facts);
  const factor = Math.min(1, maxSide / width, maxSide / height);
  // The sides of the copy are even, because it has 4:2:0 chroma.
  const scaled = (length: number) => 2 * Math.round((length * factor) / 2);
  if (scaled(Math.min(width, height)) < MIN_SIDE) throw photoError(`Each side must have at least ${MIN_SIDE} pixels.`);
  return { width: scaled(width), height: scaled(height) };
}

/** Returns a template with one frame that shows the picture. */
function templateOf(name: string, { width, height }: Size): string {
  const image = `<image src="${name}" width="100%" height="100%"/>`;
  const scene = `<scene duration="1" background="#ffffff">${image}</scene>`;
  return `<movie width="${width}" height="${height}" framerate="25">${scene}</movie>`;
}

function photoError(reason: string): ServiceError {
  return new ServiceError('link/photo', reason);
}
