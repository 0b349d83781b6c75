// Makes a film from one row: node film-from-row.ts PROJECT MOVIE '{"name": "Ada"}' film.mp4
import { createClient } from '@scenewright/client';

const { SCENEWRIGHT_URL = 'http://127.0.0.1:7420', SCENEWRIGHT_KEY = '', SCENEWRIGHT_SECRET = '' } = process.env;
const [project = '', movie = '', row = '{}', path = 'film.mp4'] = process.argv.slice(2);
const client = createClient({ url: SCENEWRIGHT_URL, key: SCENEWRIGHT_KEY, secret: SCENEWRIGHT_SECRET });

const render = await client.render({ project, movie, variables: JSON.parse(row), quality: 'draft' });
for await (const { done, total } of render.progress()) console.log(`${done} of ${total} frames`);
await render.save(path);
console.log(`saved ${path}`);
