import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { type Hint, type HintRow, ROW_HEIGHT, type Row } from './row.ts';
import type { Shown } from './rows.ts';

/** Pixels of the row in which music is dropped. */
const MUSIC_HEIGHT = 28;

/** The same rows, with one for each thing that is not there: layers of an open scene, music, keys where only those are shown. */
export function withHints(rows: readonly Row[], movie: Movie, shown: Shown): readonly Row[] {
  if (movie.scenes.length === 0) return rows;
  if (shown.onlyAnimated === true) return rows.length > 0 ? rows : [hintRow('keys', movie.id)];
  const empty = movie.scenes.filter(
    ({ id, layers, sounds }) => shown.open.has(id) && layers.length + sounds.length === 0,
  );
  const order = new Map(movie.scenes.map(({ id }, at) => [id, at]));
  const all = [...rows];
  for (const { id } of empty) {
    const place = order.get(id) ?? 0;
    // Rows of scenes stand in the order of the film, and all others behind them.
    const behind = all.findIndex(({ owner }) => (order.get(owner) ?? order.size) > place);
    all.splice(behind === -1 ? all.length : behind, 0, hintRow('layers', id));
  }
  return movie.sounds.length === 0 ? [...all, hintRow('music', movie.id)] : all;
}

function hintRow(hint: Hint, owner: NodeId): HintRow {
  return {
    kind: 'hint',
    hint,
    // It names a row, and no element of the document has it.
    id: `${owner} ${hint}` as NodeId,
    owner,
    parent: owner,
    level: hint === 'layers' ? 2 : 1,
    depth: 0,
    height: hint === 'music' ? MUSIC_HEIGHT : ROW_HEIGHT,
    unfolded: null,
  };
}
