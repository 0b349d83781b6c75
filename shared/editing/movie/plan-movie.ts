import { err, ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import { elementRegistry } from '../../template/tables/elements.ts';
import { formatFrameRate, sameFrameRate } from '../../template/values/frame-rate.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { MovieCommand, ReshapeCommand } from '../commands.ts';
import { collect, type Plan, type Planning } from '../planning/planning.ts';
import { valueEdits } from '../planning/written-value.ts';
import { adaptLayers } from './adapt-layers.ts';
import { sizeInShape } from './frame-shapes.ts';
import { timesAtRate } from './times-at-rate.ts';

export function planMovie(planning: Planning, { width, height, frameRate, keep = 'seconds' }: MovieCommand): Plan {
  const { root } = planning.document;
  const parts: Result<readonly DocumentEdit[], Statement>[] = [];
  if (width !== undefined) parts.push(valueEdits(planning, root, 'width', String(width), statement('subject/width')));
  if (height !== undefined)
    parts.push(valueEdits(planning, root, 'height', String(height), statement('subject/height')));
  if (frameRate !== undefined) {
    const now = planning.rate();
    if (now === null || !sameFrameRate(now, frameRate)) {
      parts.push(valueEdits(planning, root, 'framerate', formatFrameRate(frameRate), statement('subject/frame-rate')));
      if (now !== null && keep === 'seconds') parts.push(ok(timesAtRate(planning, now, frameRate)));
    }
  }
  const edits = collect(parts, (part) => part);
  if (!edits.ok) return edits;
  return ok({
    edits: edits.value,
    label: statement(frameRate === undefined ? 'step/set-picture-size' : 'step/set-frame-rate'),
  });
}

/** The layers are fitted from the size that the values shown give the picture. */
export function planReshape(planning: Planning, { to }: ReshapeCommand): Plan {
  const from = collect(['width', 'height'] as const, (name) => sideOf(planning, name));
  if (!from.ok) return from;
  const [width = 0, height = 0] = from.value;
  const size = typeof to === 'string' ? sizeInShape({ width, height }, to) : to;
  const resized = planMovie(planning, { type: 'movie/set', ...size });
  if (!resized.ok) return resized;
  const { edits, label } = resized.value;
  return ok({ edits: [...edits, ...adaptLayers(planning, { width, height }, size)], label });
}

function sideOf({ document, resolved }: Planning, name: 'width' | 'height'): Result<readonly number[], Statement> {
  const text = resolved(document.root, name);
  const what = statement(`subject/${name}`);
  if (text?.kind !== 'text') return err(statement('edit/no-value', { what }));
  const read = elementRegistry.movie.attributes[name].type.parse(text.text, null);
  return read.ok ? ok([read.value]) : err(statement('edit/unreadable-value', { what, reason: read.error }));
}
