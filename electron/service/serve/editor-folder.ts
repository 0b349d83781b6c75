import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '#shared/lib/result.ts';

/** Where the build puts it: from the sources, where a folder of that name holds its own; or from what is compiled, or bundled. */
const PLACES = import.meta.url.endsWith('.ts') ? ['../../../out/renderer'] : ['../../../renderer', '../renderer'];

/**
 * The folder of the built editor: the one that `SCENEWRIGHT_EDITOR` names, or the one beside the service. The error is
 * a sentence for people.
 */
export function editorFolder(environment: Readonly<Record<string, string | undefined>>): Result<string, string> {
  const named = environment['SCENEWRIGHT_EDITOR'] ?? '';
  const folders =
    named === '' ? PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))) : [resolve(named)];
  const folder = folders.find((each) => existsSync(join(each, 'index.html')));
  if (folder !== undefined) return ok(folder);
  return err(`the editor isn’t built (${folders[0]}); run \`npm run build\` first`);
}
