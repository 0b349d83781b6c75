import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, sourcesIn } from './fingerprint.mjs';
import { root } from './paths.mjs';
import { say } from './set-up-error.mjs';

const source = path.join(root, 'designs');
const target = path.join(root, 'out', 'designs');
const stamp = path.join(root, 'out', 'designs.stamp');

/**
 * The files that are not shipped with the designs: tools and tests, and files that only the editor or `npm run designs`
 * reads.
 */
const NOT_SHIPPED = /\.(?:m?ts|mjs|md)$|[\\/]testing$|[\\/](?:pictures|words\.\w+)\.json$/;

/** The pages that the service and the command show to assistants, by name in `out/reference`. */
const REFERENCE_PAGES = {
  conventions: 'docs/conventions.md',
  skill: 'skills/scenewright/SKILL.md',
  language: 'docs/template-language.md',
  'film-check': 'docs/film-check.md',
  agents: 'docs/agents.md',
  http: 'docs/http-interface.md',
  llms: 'docs/llms.txt',
};

/** Copies the documentation for machines into `out/reference`. */
export function provideReference() {
  for (const [name, file] of Object.entries(REFERENCE_PAGES)) {
    const page = path.join(root, file);
    const copy = path.join(root, 'out', 'reference', `${name}.txt`);
    if (existsSync(copy) && readFileSync(copy).equals(readFileSync(page))) continue;
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(page, copy);
  }
}

/** Copies the bundled designs into `out/designs` if a design has changed. */
export function provideDesigns() {
  const files = sourcesIn('designs').filter((file) => !NOT_SHIPPED.test(file));
  const expected = fingerprint([path.join(root, 'build', 'designs.mjs'), ...files]);
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, 'utf8') === expected) return;
  say('Copying the designs …');
  const unfinished = `${target}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(source, unfinished, { recursive: true, filter: (file) => !NOT_SHIPPED.test(file) });
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
  writeFileSync(stamp, expected);
}
