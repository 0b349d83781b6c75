import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv, env } from 'node:process';
import { signUpdate } from '#main/update-signature.ts';
import { PackagingError, runScript } from './script.ts';
import { readFeed } from './update-feed.ts';

// `npm run package:sign -- FOLDER`: signs the feeds (latest*.yml) of a folder with the private key (Ed25519, PEM) in
// SCENEWRIGHT_UPDATE_SIGNING_KEY. The app has the public key and installs only signed updates.
await runScript(async () => {
  const [folder = 'release'] = argv.slice(2);
  const key = env['SCENEWRIGHT_UPDATE_SIGNING_KEY'] ?? '';
  if (key === '') throw new PackagingError('Put the private key (Ed25519, PEM) into SCENEWRIGHT_UPDATE_SIGNING_KEY.');
  const feeds = (await readdir(folder)).filter((name) => /^latest.*\.yml$/.test(name));
  if (feeds.length === 0) throw new PackagingError(`${folder} has no feed (latest*.yml).`);
  for (const name of feeds) {
    const file = join(folder, name);
    const text = (await readFile(file, 'utf8')).replace(/^signature: .*\n/m, '');
    await writeFile(file, `${text.trimEnd()}\nsignature: ${signUpdate(readFeed(text, file), key)}\n`);
    console.log(`${name} is signed.`);
  }
});
