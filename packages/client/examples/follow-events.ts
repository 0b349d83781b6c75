// Prints the changes of all projects until Ctrl+C, and continues without a gap at the next start: node follow-events.ts
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createClient } from '@scenewright/client';

const { SCENEWRIGHT_URL = 'http://127.0.0.1:7420', SCENEWRIGHT_KEY = '', SCENEWRIGHT_SECRET = '' } = process.env;
const [note = 'last-event-id'] = process.argv.slice(2);
const client = createClient({ url: SCENEWRIGHT_URL, key: SCENEWRIGHT_KEY, secret: SCENEWRIGHT_SECRET });

const lastEventId = existsSync(note) ? readFileSync(note, 'utf8') : undefined;
for await (const event of client.events({ lastEventId })) {
  if (event.type === 'reset') console.log('events were missed: read everything again');
  else if (event.type === 'project.created') console.log(`new project ${event.data.name}`);
  else if (event.type === 'render.changed') console.log(`render ${event.data.id} is ${event.data.state}`);
  if (event.id === null) continue;
  // The note is complete at any time, so the example can be stopped at any time.
  writeFileSync(`${note}.new`, event.id);
  renameSync(`${note}.new`, note);
}
