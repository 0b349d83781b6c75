import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { cases } from '#shared/testing/scale.ts';
import { createLinkSigner } from './sign-link.ts';

const SECRET = 'secret-of-tests';
const PROJECT = 'k4IQm8aRwbaHaj0NzUgvpNNb';
const page = await readFile(resolve(import.meta.dirname, '../../../docs/film-links.md'), 'utf8');
const vector = z.object({
  film: z.string(),
  parameters: z.record(z.string(), z.string()),
  path: z.string(),
  query: z.string(),
  sig: z.string(),
});
const vectors = z.array(vector).parse(JSON.parse(blockOf('json')));

/** The programs on the page, changed so that they print the link of every vector, one per line. */
const languages = [
  {
    name: 'JavaScript',
    program: process.execPath,
    file: 'link.mjs',
    text: `${blockOf('js')}
for (const { film, parameters } of ${JSON.stringify(vectors)})
  console.log(filmLink(linkKey('${SECRET}'), '${PROJECT}', film, parameters));`,
  },
  {
    name: 'Python',
    program: 'python3',
    file: 'link.py',
    text: `${blockOf('python')}
import json
for vector in json.loads(${JSON.stringify(JSON.stringify(vectors))}):
    print(film_link(link_key("${SECRET}"), "${PROJECT}", vector["film"], vector["parameters"]))`,
  },
  {
    name: 'PHP',
    program: 'php',
    file: 'link.php',
    text: `${blockOf('php')}
foreach (json_decode(base64_decode('${Buffer.from(JSON.stringify(vectors)).toString('base64')}'), true) as $vector)
    echo film_link(link_key('${SECRET}'), '${PROJECT}', $vector['film'], $vector['parameters']), "\\n";`,
  },
  {
    name: 'shell',
    program: 'sh',
    file: 'link.sh',
    text: [
      blockOf('sh', 'film_link()'),
      `key=$(link_key '${SECRET}')`,
      ...vectors.map(
        ({ film, parameters }) =>
          `film_link "$key" ${[PROJECT, film, ...Object.entries(parameters).flat()].map(quoted).join(' ')}`,
      ),
    ].join('\n'),
  },
];

test('the service computes the documented signatures', () => {
  const signer = createLinkSigner(SECRET);
  for (const { path, parameters, sig } of vectors) {
    expect(signer.sign(path, Object.entries(parameters))).toBe(sig);
    expect(signer.isGenuine(path, Object.entries(parameters), `${sig}=`)).toBe(true);
    expect(signer.isGenuine(path, [...Object.entries(parameters), ['more', '']], sig)).toBe(false);
    expect(createLinkSigner('another').isGenuine(path, Object.entries(parameters), sig)).toBe(false);
  }
});

test.each(cases(3, languages))(
  'the documented program reproduces the vectors: $name',
  async ({ program, file, text }) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, file), text);
    const run = await promisify(execFile)(program, [file], { cwd: folder.path }).catch((error: unknown) => {
      // Skip a machine without the interpreter. The previous test compares the service with the vectors.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    });
    if (run === null) return;
    const links = vectors.map(({ path, query, sig }) => `${path}?${query === '' ? '' : `${query}&`}sig=${sig}`);
    expect(run.stdout.trim().split('\n')).toEqual(links);
  },
);

/** Returns the code block in this language on the page that contains a text. */
function blockOf(language: string, held = ''): string {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return required(
    [...blocks].map(([, text = '']) => text).find((text) => text.includes(held)),
    `a block of ${language}`,
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
