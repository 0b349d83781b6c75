import { err, ok, type Result } from '../lib/result.ts';
import type { Problem } from '../template/document/problem.ts';
import type { TemplateSource } from '../template-xml/places/places.ts';
import { rereadTemplate } from '../template-xml/read/reread.ts';

/**
 * Reads a text that somebody is editing; nodes that `previous` has too keep their ids, and scenes that the change does not
 * touch stay the same objects. The error is what the text is refused for: `previous` is still the last good one then.
 */
export function syncText(previous: TemplateSource, text: string): Result<TemplateSource, readonly Problem[]> {
  if (text === previous.text) return ok(previous);
  const { source, problems } = rereadTemplate(text, previous);
  return source === null || problems.length > 0 ? err(problems) : ok(source);
}
