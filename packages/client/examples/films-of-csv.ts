// Makes a film per row of a CSV file. Run it again after an interruption: it continues the same batch and saves the
// films that are missing. node films-of-csv.ts PROJECT MOVIE rows.csv FOLDER
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, ProblemError } from '@scenewright/client';

const { SCENEWRIGHT_URL = 'http://127.0.0.1:7420', SCENEWRIGHT_KEY = '', SCENEWRIGHT_SECRET = '' } = process.env;
const [project = '', movie = '', csv = 'rows.csv', folder = 'films'] = process.argv.slice(2);
const client = createClient({ url: SCENEWRIGHT_URL, key: SCENEWRIGHT_KEY, secret: SCENEWRIGHT_SECRET });

mkdirSync(folder, { recursive: true });
const note = join(folder, 'batch-id');
const batch = existsSync(note)
  ? client.openBatch({ project, id: readFileSync(note, 'utf8') })
  : await client.batch({
      project,
      movie,
      format: 'gif',
      quality: 'draft',
      filename: '${index}.gif',
      rows: rowsOf(csv),
    });
writeFileSync(`${note}.new`, batch.id);
renameSync(`${note}.new`, note);

let saved = 0;
for await (const row of batch.rows()) {
  const path = join(folder, row.filename);
  if (row.state !== 'succeeded')
    throw new ProblemError({ code: 'example/row', detail: `${row.filename}: ${row.error}` });
  if (existsSync(path)) continue;
  await batch.save(row, path);
  saved += 1;
}
console.log(`saved ${saved} films`);

/** Reads a CSV file without quotes. The first line has the names of variables. */
function rowsOf(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])));
}
