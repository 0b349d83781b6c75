import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');

/** A rule for imports or globals, a file that violates it, and the lint rule that must report the file. */
interface LayerRule {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
  readonly objection: 'noRestrictedImports' | 'noRestrictedGlobals' | 'noNodejsModules' | 'useNodejsImportProtocol';
}

const imports = (specifier: string): string => `import { thing } from '${specifier}';\nexport const other = thing;\n`;
const global = (expression: string): string => `export const value = ${expression};\n`;

const rules: readonly LayerRule[] = [
  layer('shared/ sees no Node module', 'shared/a/b', imports('node:fs'), 'noNodejsModules'),
  layer('shared/ sees no Node module by its bare name', 'shared/a/b', imports('fs'), 'noNodejsModules'),
  layer('shared/ never imports electron', 'shared/a/b', imports('electron'), 'noRestrictedImports'),
  layer('shared/ never imports electron/', 'shared/a/b', imports('../../electron/service/x.ts'), 'noRestrictedImports'),
  layer('shared/ never imports renderer/', 'shared/a/b', imports('../../renderer/ui/x.ts'), 'noRestrictedImports'),
  layer('shared/ never imports #service/', 'shared/a/b', imports('#service/x.ts'), 'noRestrictedImports'),
  layer('shared/ never imports #renderer/', 'shared/a/b', imports('#renderer/ui/x.ts'), 'noRestrictedImports'),
  layer('shared/ sees no window', 'shared/a', global('window.name'), 'noRestrictedGlobals'),
  layer('shared/ sees no document', 'shared/a', global('document.title'), 'noRestrictedGlobals'),
  layer('shared/ sees no process', 'shared/a', global('process.pid'), 'noRestrictedGlobals'),
  layer('shared/ has no clock: Date.now', 'shared/a', global('Date.now()'), 'noRestrictedGlobals'),
  layer('shared/ has no clock: performance', 'shared/a', global('performance.now()'), 'noRestrictedGlobals'),
  layer('shared/ does no input or output', 'shared/a', global("fetch('https://example.org')"), 'noRestrictedGlobals'),
  layer('the service never imports electron', 'electron/service/a', imports('electron'), 'noRestrictedImports'),
  layer(
    'the service never imports electron, types included',
    'electron/service/a',
    "import type { App } from 'electron';\nexport type Other = App;\n",
    'noRestrictedImports',
  ),
  layer(
    'the service never imports electron at run time',
    'electron/service/a',
    "export const load = () => import('electron/main');\n",
    'noRestrictedImports',
  ),
  layer('the service never imports main/', 'electron/service/a', imports('../../main/x.ts'), 'noRestrictedImports'),
  layer(
    'the service never imports preload/',
    'electron/service/a',
    imports('../../preload/x.ts'),
    'noRestrictedImports',
  ),
  layer(
    'the service never imports renderer/',
    'electron/service/a',
    imports('../../../renderer/x.ts'),
    'noRestrictedImports',
  ),
  layer('the service never imports #main/', 'electron/service/a', imports('#main/x.ts'), 'noRestrictedImports'),
  layer('the service never imports #renderer/', 'electron/service/a', imports('#renderer/x.ts'), 'noRestrictedImports'),
  layer('the service has no window', 'electron/service/a', global('window.name'), 'noRestrictedGlobals'),
  layer(
    'main/ sees only the entry of the service',
    'electron/main',
    imports('../service/http/x.ts'),
    'noRestrictedImports',
  ),
  layer(
    'main/ sees only the entry of #service/',
    'electron/main',
    imports('#service/http/x.ts'),
    'noRestrictedImports',
  ),
  layer('main/ never imports #renderer/', 'electron/main', imports('#renderer/x.ts'), 'noRestrictedImports'),
  layer('main/ never imports renderer/', 'electron/main', imports('../../renderer/x.ts'), 'noRestrictedImports'),
  layer('preload/ never imports the service', 'electron/preload', imports('../service/x.ts'), 'noRestrictedImports'),
  layer('preload/ never imports #service/', 'electron/preload', imports('#service/x.ts'), 'noRestrictedImports'),
  layer('preload/ never imports main/', 'electron/preload', imports('../main/x.ts'), 'noRestrictedImports'),
  layer('preload/ sees no Node module', 'electron/preload', imports('node:path'), 'noNodejsModules'),
  layer('renderer/ never imports electron', 'renderer/a', imports('electron'), 'noRestrictedImports'),
  layer(
    'renderer/ never imports electron/',
    'renderer/a',
    imports('../../electron/preload/x.ts'),
    'noRestrictedImports',
  ),
  layer('renderer/ never imports #service/', 'renderer/a', imports('#service/x.ts'), 'noRestrictedImports'),
  layer('renderer/ sees no Node module', 'renderer/a', imports('node:fs'), 'noNodejsModules'),
  layer('renderer/ sees no process', 'renderer/a', global('process.pid'), 'noRestrictedGlobals'),
];

/** Imports that are allowed in each layer. The rules must not report them. */
const allowed: readonly Omit<LayerRule, 'rule' | 'objection'>[] = [
  { file: 'shared/allowed/inside.ts', text: imports('../template/movie.ts') },
  { file: 'electron/service/allowed/service.ts', text: imports('node:fs') + imports('#shared/lib/x.ts') },
  { file: 'electron/main/allowed.ts', text: imports('#service/create-service.ts') + imports('electron') },
  { file: 'electron/preload/allowed.ts', text: imports('#shared/contract/x.ts') + imports('electron') },
  {
    file: 'renderer/allowed/x.ts',
    text: `${imports('#shared/contract/x.ts')}export const wide = window.innerWidth;\n`,
  },
];

let folder: string;
let objections: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scenewright-layers-'));
  await cp(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
  for (const { file, text } of [...rules, ...allowed]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  objections = await lint(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(rules)('the layer rules refuse a violation: $rule', ({ file, objection }) => {
  expect(objections.get(file) ?? []).toContain(objection);
});

test.each(allowed)('the layer rules allow the imports of $file', ({ file }) => {
  const layerRules = ['noRestrictedImports', 'noRestrictedGlobals', 'noNodejsModules'];
  expect((objections.get(file) ?? []).filter((name) => layerRules.includes(name))).toEqual([]);
});

function layer(rule: string, directory: string, text: string, objection: LayerRule['objection']): LayerRule {
  return { rule, file: `${directory}/${rule.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.ts`, text, objection };
}

/** Returns the names of the lint rules that report each file. */
async function lint(directory: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json'];
  const run = promisify(execFile)(process.execPath, args, { cwd: directory, maxBuffer: 1e8 });
  const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
  const report = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
  };
  const byFile = Map.groupBy(report.diagnostics, (diagnostic) => diagnostic.location.path);
  return new Map(
    [...byFile].map(([file, found]) => [file, found.map(({ category }) => category.split('/').at(-1) ?? '')]),
  );
}
