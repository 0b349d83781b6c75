import { applyCommand } from '../../../shared/editing/apply-command.ts';
import type { FrameShape } from '../../../shared/editing/movie/frame-shapes.ts';
import { err, ok, type Result } from '../../../shared/lib/result.ts';
import { statementOf } from '../../../shared/statements/read-statement.ts';
import { type Statement, statement } from '../../../shared/statements/statement.ts';
import { readTemplate } from '../../../shared/template-xml/read/read.ts';

/** A template's text with a picture of another shape, and its layers fitted to it. */
export function textInShape(text: string, shape: FrameShape): Result<string, Statement> {
  const { source, problems } = readTemplate(text);
  if (source === null) return err(statementOf(problems[0]) ?? statement('edit/unreadable-template'));
  const applied = applyCommand({ source, values: new Map() }, { type: 'movie/reshape', to: shape });
  return applied.ok ? ok(applied.value.source.text) : applied;
}
