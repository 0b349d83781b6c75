import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '../../../shared/lib/result.ts';

/**
 * The folder of the built editor: the one that `SCENEWRIGHT_EDITOR` names, or the one beside the service, seen from
 * this file as source or as built. The error is a sentence for people.
 */
export function editorFolder(environment: Readonly<Record<string, string | undefined>>): Result<string, string> {
  const named = environment['SCENEWRIGHT_EDITOR'] ?? '';
  const built = import.meta.url.endsWith('.ts') ? '../../../out/renderer' : '../../../renderer';
  const folder = named === '' ? fileURLToPath(new URL(built, import.meta.url)) : resolve(named);
  if (existsSync(join(folder, 'index.html'))) return ok(folder);
  return err(`the editor is not built (${folder}); run \`npm run build\` first`);
}
