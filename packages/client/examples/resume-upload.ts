// Uploads a large file. Stop it at any time and run it again: it sends only the missing chunks.
// node resume-upload.ts PROJECT FILE
import { createClient } from '@scenewright/client';

const { SCENEWRIGHT_URL = 'http://127.0.0.1:7420', SCENEWRIGHT_KEY = '', SCENEWRIGHT_SECRET = '' } = process.env;
const [project = '', file = ''] = process.argv.slice(2);
const client = createClient({ url: SCENEWRIGHT_URL, key: SCENEWRIGHT_KEY, secret: SCENEWRIGHT_SECRET });

const asset = await client.upload(file, {
  project,
  onProgress: ({ done, total }) => console.log(`${done} of ${total} bytes`),
});
console.log(`uploaded ${asset.name} with the ETag ${asset.etag}`);
