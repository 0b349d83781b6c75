import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageReference } from './language-reference.ts';
import { root, runScript } from './script.ts';

// `npm run docs`: the pages of docs/ that are made from tables. A test says when they are not equal.
await runScript(async () => {
  await writeFile(join(root, 'docs', 'template-language.md'), languageReference());
});
