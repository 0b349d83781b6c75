import { startFields } from './fields.ts';
import { startItems } from './items.ts';
import { type FilmData, filled, readData } from './page-data.ts';
import { startPhoto } from './photo.ts';
import './page.css';

/** The script of forms and film pages. Both also work without the script. */
const data = readData();
if (data !== null && 'fields' in data) {
  startFields(data);
  for (const list of document.querySelectorAll<HTMLFieldSetElement>('fieldset[data-list]')) startItems(list, data);
  for (const field of document.querySelectorAll<HTMLFieldSetElement>('fieldset.photo')) startPhoto(field, data);
} else if (data !== null) await waitForFilm(data);

const SHORTEST_PAUSE = 1000;

/** Shows the progress of a film, and then its player. */
async function waitForFilm({ texts, film, player }: FilmData): Promise<void> {
  const state = document.getElementById('state');
  const progress = document.querySelector('progress');
  const say = (text: string) => {
    if (state !== null) state.textContent = text;
  };
  for (;;) {
    const answer = await fetch(film, { headers: { accept: 'application/json', range: 'bytes=0-0' } }).catch(() => null);
    if (answer !== null && isFilm(answer)) break;
    if (answer !== null && isFinal(answer)) {
      say(texts.failed);
      progress?.remove();
      return;
    }
    if (answer?.status === 202) {
      const { done, total } = (await answer.json()) as { readonly done: number; readonly total: number };
      say(done === 0 ? texts.waiting : filled(texts.frames, { done, total }));
      if (progress !== null && done > 0) Object.assign(progress, { max: total, value: done });
    }
    const seconds = Number(answer?.headers.get('retry-after') ?? 5);
    await new Promise((resolve) => setTimeout(resolve, Math.max(SHORTEST_PAUSE, seconds * 1000)));
  }
  const place = document.getElementById('player');
  // The HTML is safe, because the service created it and escaped its values.
  if (place !== null) place.innerHTML = player;
  progress?.remove();
  state?.remove();
  document.getElementById('download')?.removeAttribute('hidden');
}

function isFilm({ status }: Response): boolean {
  return status === 200 || status === 206;
}

/** Returns whether a response is final, because the film has failed or the link has expired. */
function isFinal({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
