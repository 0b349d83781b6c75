import type { Readable } from 'node:stream';
import { message } from '#shared/messages/message.ts';
import { createDistinctNames, safeFileName, safeFilePath } from '#shared/names/film-names.ts';
import { formatOf } from '../../engine/formats/formats.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { streamZip, type ZipEntry } from '../../files/zip-stream.ts';
import type { BlobStore, ProjectUid } from '../../storage/ports.ts';
import type { RenderRecord } from '../records/render-record.ts';
import type { Batches } from './batches.ts';
import { type RowNumbers, readRowNumbers } from './row-numbers.ts';

/** Films of batches as one ZIP stream. */
export interface OutgoingFilms {
  readonly fileName: string;
  readonly length: number;
  readonly content: Readable;
  /** The hold on the films, which are not deleted until its disposal. */
  readonly hold: Disposable;
}

/**
 * Returns films of batches as a ZIP file with distinct names. `of` lists batches with optional row numbers; without row
 * numbers, the ZIP has all films of the batch. Throws `batch/not-found`, `request/invalid`, `render/expired` for an
 * expired film, and `render/not-found` for an empty result.
 */
export async function filmsZip(
  { of, name, project }: { readonly of: readonly string[]; readonly name: string; readonly project: ProjectUid },
  { batches, blobs }: { readonly batches: Batches; readonly blobs: BlobStore },
): Promise<OutgoingFilms> {
  const films: RenderRecord[] = [];
  for (const part of of) {
    const [id = '', rows] = part.split(':', 2);
    const numbers = rows === undefined ? null : readRowNumbers(rows);
    films.push(...filmsAmong(await batches.rows(batches.get(project, id).id), numbers));
  }
  if (films.length === 0) throw new ServiceError('render/not-found', message('batch/no-films'));
  const distinct = createDistinctNames();
  using undo = new DisposableStack();
  const entries = films.flatMap(({ film, filename, request, outcome, endedAt, createdAt }): readonly ZipEntry[] => {
    if (film === null || outcome === null) return [];
    undo.use(blobs.hold(film));
    const { bytes: size } = outcome;
    return [
      {
        name: distinct(safeFilePath(filename ?? '', formatOf(request.format).extension)),
        time: endedAt ?? createdAt,
        size,
        read: (signal) => readFilm(blobs, film, size, signal),
      },
    ];
  });
  return { fileName: safeFileName(name, 'zip'), ...streamZip(entries), hold: undo.move() };
}

function filmsAmong(rows: readonly RenderRecord[], numbers: RowNumbers | null): readonly RenderRecord[] {
  if (numbers === null) return rows.filter(({ state, film }) => state === 'succeeded' && film !== null);
  const chosen = rows.filter(({ batchIndex }) => numbers.has(batchIndex ?? 0));
  if (chosen.some(({ film, outcome }) => film === null && outcome !== null)) throw new ServiceError('render/expired');
  if (chosen.length === 0 || chosen.some(({ film }) => film === null))
    throw new ServiceError('render/not-found', message('render/no-film'));
  return chosen;
}

async function* readFilm(
  blobs: Pick<BlobStore, 'read'>,
  film: NonNullable<RenderRecord['film']>,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield* await blobs.read(film, { start: 0, end: size }, signal);
}
