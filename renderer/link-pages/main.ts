import { startFields } from './fields.ts';
import { startItems } from './items.ts';
import { type FilmData, filled, readData, type Texts } from './page-data.ts';
import { startPhoto } from './photo.ts';
import './page.css';

/** The script of forms and film pages. Both also work without the script. */
const data = readData();
if (data !== null && 'fields' in data) {
  startFields(data);
  for (const list of document.querySelectorAll<HTMLFieldSetElement>('fieldset[data-list]')) startItems(list, data);
  for (const field of document.querySelectorAll<HTMLFieldSetElement>('fieldset.photo')) startPhoto(field, data);
} else if (data !== null) await waitForFilm(data);

const MIN_PAUSE = 1000;

/**
 * Shows the progress of a film, and then its player. If the browser supports HLS, a film with a stream plays during
 * rendering; other browsers request the MP4.
 */
async function waitForFilm({ texts, film, player, stream }: FilmData): Promise<void> {
  const playsStreams = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '';
  const shown = playsStreams && stream !== undefined ? stream : { address: film, player, isReady: false };
  if (shown.isReady) return;
  for (;;) {
    const headers = { accept: 'application/json', range: 'bytes=0-0' };
    const answer = await fetch(shown.address, { headers }).catch(() => null);
    if (answer !== null && isFilm(answer)) break;
    if (answer !== null && isFinal(answer)) {
      showEnd(texts.failed);
      return;
    }
    if (answer?.status === 202) showProgress(await answer.json(), texts);
    const seconds = shown === stream ? 0 : Number(answer?.headers.get('retry-after') ?? 5);
    await new Promise((resolve) => setTimeout(resolve, Math.max(MIN_PAUSE, seconds * 1000)));
  }
  const place = document.getElementById('player');
  // The HTML is safe, because the service created it and escaped its values.
  if (place !== null) place.innerHTML = shown.player;
  showEnd(null);
  if (shown !== stream) document.getElementById('download')?.removeAttribute('hidden');
}

function showProgress({ done, total }: { readonly done: number; readonly total: number }, texts: Texts): void {
  const state = document.getElementById('state');
  const progress = document.querySelector('progress');
  if (state !== null) state.textContent = done === 0 ? texts.waiting : filled(texts.frames, { done, total });
  if (progress !== null && done > 0) Object.assign(progress, { max: total, value: done });
}

/** Removes the progress. Shows why the film failed; null for a film that is ready. */
function showEnd(failure: string | null): void {
  const state = document.getElementById('state');
  document.querySelector('progress')?.remove();
  if (failure === null) state?.remove();
  else if (state !== null) state.textContent = failure;
}

function isFilm({ status }: Response): boolean {
  return status === 200 || status === 206;
}

/** Returns whether a response is final, because the film has failed or the link has expired. */
function isFinal({ status }: Response): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
