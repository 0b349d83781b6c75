import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPromiseTests, withAmountTable, withPromiseTables } from '../promise-tests.ts';
import { withCallTables } from './call-tables.ts';
import { writeClientFiles } from './clients/client-files.ts';
import { languageReference } from './language-reference.ts';
import { conventionsPage, llmsIndex, skillFile } from './machine-pages.ts';
import { root, runScript } from './script.ts';
import { timeDrawing } from './time-drawing.ts';

// `npm run docs`: writes the parts of docs/ and of the clients in packages/ that are generated from tables. A test checks
// that they are up to date.
await runScript(async () => {
  await writeFile(join(root, 'docs', 'template-language.md'), languageReference());
  await writeFile(join(root, 'docs', 'conventions.md'), conventionsPage());
  await writeFile(join(root, 'docs', 'llms.txt'), llmsIndex());
  await mkdir(join(root, 'skills', 'scenewright'), { recursive: true });
  await writeFile(join(root, 'skills', 'scenewright', 'SKILL.md'), skillFile());
  await writeFile(join(root, 'docs', 'drawings', 'time.svg'), timeDrawing());
  const callsPath = join(root, 'docs', 'http-interface.md');
  await writeFile(callsPath, withCallTables(await readFile(callsPath, 'utf8')));
  await writeClientFiles(root);
  const promisesPath = join(root, 'docs', 'promises.md');
  const page = withAmountTable(await readFile(promisesPath, 'utf8'));
  await writeFile(promisesPath, withPromiseTables(page, findPromiseTests(root)));
});
