// Prints a signed link for each name. It needs the link key and no connection to the service: the film is made when a
// person opens the link. node mailing-links.ts PROJECT MOVIE https://films.example Ada Grace
import { filmLink, linkKey } from '@scenewright/client';

const { SCENEWRIGHT_SECRET = '' } = process.env;
const [project = '', movie = '', address = '', ...names] = process.argv.slice(2);
const key = await linkKey(SCENEWRIGHT_SECRET);
const expires = Math.floor(Date.now() / 1000) + 30 * 24 * 3600;

for (const name of names) {
  console.log(`${name},${address}${await filmLink(key, project, `${movie}.mp4`, { name, expires })}`);
}
