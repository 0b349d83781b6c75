import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { PageLanguage } from '#shared/contract/shapes/film-link.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { german } from '#shared/messages/german.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { type AnyMessage, createSay } from '#shared/messages/translation.ts';
import { ServiceError } from '../errors/service-error.ts';
import { queryOf } from '../http/request-path.ts';

/** A complete page: its language, its title, and its parts in HTML. */
export interface HtmlPage {
  readonly language: PageLanguage;
  readonly title: string;
  /** Additional elements of the head. */
  readonly head?: readonly string[];
  readonly body: string;
  /** Data that the script reads as JSON. */
  readonly data?: object;
}

/** Returns the document of a page. Its script, style sheet, and icon have addresses relative to `/v1/form/…` and `/v1/page/…`. */
export async function htmlDocument({ language, title, head = [], body, data }: HtmlPage): Promise<string> {
  const [script, style, icon] = await Promise.all(pageFileNames.map(pageFile));
  const addressOf = (name: string, file: PageFile | null | undefined) => `../../pages/${name}?v=${file?.version ?? ''}`;
  // Escape each `<`, because a script element ends with the first `</script`.
  const json = data === undefined ? '' : JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${addressOf('icon.svg', icon)}">
<link rel="stylesheet" href="${addressOf('page.css', style)}">
${head.join('\n')}
${json === '' ? '' : `<script type="application/json" id="data">${json}</script>`}
<script type="module" src="${addressOf('page.js', script)}"></script></head>
<body>${body}</body></html>
`;
}

/** Escapes text for HTML and for quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Returns a page that reports a problem of a link to visitors who opened it in a browser. */
export async function problemPage(
  problem: {
    readonly code: string;
    readonly detail: string;
    readonly reason?: string | undefined;
    readonly values?: object | undefined;
  },
  language: PageLanguage,
): Promise<string> {
  const words = pageTexts[language];
  const titles: Readonly<Record<string, string>> = {
    'link/expired': words.expired,
    'link/too-many': words.tooMany,
    'link/photo': words.photoRefused,
  };
  const title = titles[problem.code] ?? words.unavailable;
  const translators = readMessage(problem.reason, problem.values);
  const detail =
    problem.code === 'link/expired'
      ? words.expiredHint
      : translators === null
        ? language === 'en'
          ? problem.detail
          : ''
        : pageText(language, translators);
  const body = `<main class="notice"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p></main>`;
  return await htmlDocument({ language, title, head: [NO_INDEX], body });
}

export const NO_INDEX = '<meta name="robots" content="noindex">';

const translators = { en: inEnglish as (part: AnyMessage) => string, de: createSay(german) };

/** Returns the text of a message without code marks. */
export function pageText(language: PageLanguage, part: AnyMessage): string {
  return translators[language](part).replaceAll('`', '');
}

/**
 * Returns the language of a page: the language of the link, or otherwise the first language of the browser that pages
 * support.
 * @param acceptLanguage The header `Accept-Language`.
 */
export function pageLanguage(linked: PageLanguage | null, acceptLanguage: string | undefined): PageLanguage {
  if (linked !== null) return linked;
  const ranges = (acceptLanguage ?? '').split(',').map((range) => {
    const [tag = '', quality = 'q=1'] = range.split(';').map((part) => part.trim().toLowerCase());
    return { language: tag.slice(0, 2), weight: Number(quality.replace('q=', '')) };
  });
  const weightOf = (language: string) =>
    Math.max(0, ...ranges.filter((each) => each.language === language).map((each) => each.weight));
  return weightOf('de') > weightOf('en') ? 'de' : 'en';
}

const english = {
  required: 'required',
  makeFilm: 'Make my film',
  preview: 'Preview of the film',
  previewFails: 'The preview appears when all values are valid.',
  values: 'Your values',
  yes: 'Yes',
  no: 'No',
  none: 'No choice',
  listHelp: 'One item per line.',
  addItem: 'Add item',
  removeItem: 'Remove',
  moveUp: 'Move up',
  moveDown: 'Move down',
  addressHelp: 'A web address. Leave it empty to use the default file.',
  errors: (count: number) => (count === 1 ? 'Correct 1 value:' : `Correct ${count} values:`),
  photoHelp: 'JPEG, PNG, or WebP, up to 12 MB. It is deleted after 24 hours; your film stays.',
  addPhoto: 'Add the photo',
  photoAdded: 'Your photo was added.',
  noneLeft: 'No more films can be made with this form today. Come back tomorrow.',
  making: 'Your film is being made.',
  makingHint: 'This page reloads until the film is ready.',
  failed: 'The film couldn’t be made.',
  download: 'Download',
  makeOwn: 'Make your own',
  back: 'Back to the form',
  captions: 'Captions',
  expired: 'This link has expired',
  expiredHint: 'Ask the person who sent you the link for a new one.',
  tooMany: 'Try again later',
  photoRefused: 'The photo can’t be used. Add another one: JPEG, PNG, or WebP',
  unavailable: 'This page isn’t available',
  script: {
    item: 'Item {number}',
    itemRemoved: 'Item {number} was removed.',
    missing: 'Enter a value.',
    tooLong: 'Shorten the text to {most} characters.',
    tooLow: 'Enter at least {min}.',
    tooHigh: 'Enter at most {max}.',
    step: 'Enter a multiple of {step}.',
    noNumber: 'Enter a number.',
    noAddress: 'Enter a web address that starts with https.',
    previewFails: 'The preview appears when all values are valid.',
    photoKind: 'Choose a JPEG, PNG, or WebP picture.',
    photoLarge: 'The photo is larger than 12 MB. Choose a smaller one.',
    photoFails: 'The photo couldn’t be added. Try another one.',
    photosSpent: 'No more photos can be added today. Come back tomorrow.',
    photosBusy: 'The photo can’t be added now. Try again later.',
    photoAdding: 'Adding the photo…',
    photoAdded: 'Your photo was added.',
    crop: 'Crop of the photo',
    cropHelp: 'Drag the photo or use the arrow keys to move it. Press + or − to zoom.',
    zoom: 'Zoom',
    usePart: 'Use this part',
    cancel: 'Cancel',
    frames: '{done} of {total} frames',
    waiting: 'Waiting for other films…',
    failed: 'The film couldn’t be made. Try again later.',
  },
};

const germanTexts: typeof english = {
  required: 'erforderlich',
  makeFilm: 'Meinen Film erstellen',
  preview: 'Vorschau des Films',
  previewFails: 'Die Vorschau erscheint, sobald alle Werte gültig sind.',
  values: 'Ihre Werte',
  yes: 'Ja',
  no: 'Nein',
  none: 'Keine Auswahl',
  listHelp: 'Ein Eintrag pro Zeile.',
  addItem: 'Eintrag hinzufügen',
  removeItem: 'Entfernen',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  addressHelp: 'Eine Webadresse. Lassen Sie das Feld leer, um die Standarddatei zu verwenden.',
  errors: (count) => (count === 1 ? 'Korrigieren Sie 1 Wert:' : `Korrigieren Sie ${count} Werte:`),
  photoHelp: 'JPEG, PNG oder WebP, bis 12 MB. Das Foto wird nach 24 Stunden gelöscht; Ihr Film bleibt erhalten.',
  addPhoto: 'Foto hinzufügen',
  photoAdded: 'Ihr Foto wurde hinzugefügt.',
  noneLeft: 'Mit diesem Formular lassen sich heute keine Filme mehr erstellen. Kommen Sie morgen wieder.',
  making: 'Ihr Film wird erstellt.',
  makingHint: 'Diese Seite wird neu geladen, bis der Film fertig ist.',
  failed: 'Der Film konnte nicht erstellt werden.',
  download: 'Herunterladen',
  makeOwn: 'Eigenen Film erstellen',
  back: 'Zurück zum Formular',
  captions: 'Untertitel',
  expired: 'Dieser Link ist abgelaufen',
  expiredHint: 'Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen.',
  tooMany: 'Versuchen Sie es später noch einmal',
  photoRefused: 'Das Foto lässt sich nicht verwenden. Fügen Sie ein anderes hinzu: JPEG, PNG oder WebP',
  unavailable: 'Diese Seite ist nicht verfügbar',
  script: {
    item: 'Eintrag {number}',
    itemRemoved: 'Eintrag {number} wurde entfernt.',
    missing: 'Geben Sie einen Wert ein.',
    tooLong: 'Kürzen Sie den Text auf {most} Zeichen.',
    tooLow: 'Geben Sie mindestens {min} ein.',
    tooHigh: 'Geben Sie höchstens {max} ein.',
    step: 'Geben Sie ein Vielfaches von {step} ein.',
    noNumber: 'Geben Sie eine Zahl ein.',
    noAddress: 'Geben Sie eine Webadresse ein, die mit https beginnt.',
    previewFails: 'Die Vorschau erscheint, sobald alle Werte gültig sind.',
    photoKind: 'Wählen Sie ein Bild im Format JPEG, PNG oder WebP.',
    photoLarge: 'Das Foto ist größer als 12 MB. Wählen Sie ein kleineres.',
    photoFails: 'Das Foto konnte nicht hinzugefügt werden. Versuchen Sie ein anderes.',
    photosSpent: 'Heute lassen sich keine Fotos mehr hinzufügen. Kommen Sie morgen wieder.',
    photosBusy: 'Das Foto lässt sich gerade nicht hinzufügen. Versuchen Sie es später noch einmal.',
    photoAdding: 'Foto wird hinzugefügt…',
    photoAdded: 'Ihr Foto wurde hinzugefügt.',
    crop: 'Ausschnitt des Fotos',
    cropHelp: 'Ziehen Sie das Foto, oder bewegen Sie es mit den Pfeiltasten. Mit + und − zoomen Sie.',
    zoom: 'Zoom',
    usePart: 'Diesen Ausschnitt verwenden',
    cancel: 'Abbrechen',
    frames: '{done} von {total} Frames',
    waiting: 'Andere Filme werden zuerst erstellt…',
    failed: 'Der Film konnte nicht erstellt werden. Versuchen Sie es später noch einmal.',
  },
};

export type PageTexts = typeof english;

/** The texts of forms and of pages of films. */
export const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = { en: english, de: germanTexts };

/** Adds the script and the style sheet of forms and of pages of films. They contain no data of users. */
export function addPageFiles(app: FastifyInstance): void {
  for (const name of pageFileNames)
    app.route({
      method: ['GET', 'HEAD'],
      url: `/v1/pages/${name}`,
      config: { access: 'public' },
      handler: async ({ originalUrl }, reply) => {
        const file = await pageFile(name);
        if (file === null) throw new ServiceError('request/not-found');
        const isNamed = queryOf(originalUrl) === `v=${file.version}`;
        reply.header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache');
        return reply.type(pageFileTypes[name]).send(file.bytes);
      },
    });
}

/** The files that pages load. */
const pageFileTypes = {
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;
type PageFileName = keyof typeof pageFileTypes;
const pageFileNames = Object.keys(pageFileTypes) as PageFileName[];

interface PageFile {
  readonly bytes: Buffer;
  /** The digest of the bytes, shortened for addresses. */
  readonly version: string;
}

const files = new Map<PageFileName, Promise<PageFile>>();

/** Returns a file of the pages; null if it was not built. */
async function pageFile(name: PageFileName): Promise<PageFile | null> {
  const file = files.get(name) ?? readPageFile(name);
  files.set(name, file);
  try {
    return await file;
  } catch {
    // Try again at the next request, because the file may be built later in a checkout.
    files.delete(name);
    return null;
  }
}

async function readPageFile(name: PageFileName): Promise<PageFile> {
  // The file is in `out/link-pages` for the sources and the compiled code, and beside the folder of a bundle.
  const isSource = import.meta.url.endsWith('.ts');
  const places = isSource ? ['../../../out/link-pages/'] : ['../link-pages/', '../../../link-pages/'];
  let failure: unknown;
  for (const place of places) {
    try {
      const bytes = await readFile(fileURLToPath(new URL(`${place}${name}`, import.meta.url)));
      return { bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
