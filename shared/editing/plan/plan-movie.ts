import { ok, type Result } from '../../lib/result.ts';
import { type Statement, statement } from '../../statements/statement.ts';
import { formatFrameRate, sameFrameRate } from '../../template/values/frame-rate.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { MovieCommand } from '../commands.ts';
import { collect, type Plan, type Planning } from './planning.ts';
import { timesAtRate } from './times-at-rate.ts';
import { valueEdits } from './written-value.ts';

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
