/** The data that the service embeds in a form. `visitor-form.ts` of the service creates it. */
export interface FormData {
  readonly texts: Texts;
  /** The URL of the picture of the film, without the values of the fields. */
  readonly picture: string;
  /** The URLs of pictures of other frames, by frame. */
  readonly frames: Readonly<Record<string, string>>;
  readonly fields: readonly FormField[];
  /** The maximum size of a photo in bytes. */
  readonly photoBytes: number;
  /** The aspect ratio of the photo in the film; null if the film uses the photo's own aspect ratio. */
  readonly photoShape: number | null;
}

export interface FormField {
  /** The name of the control. */
  readonly name: string;
  /** The name of the parameter in links to the film. */
  readonly film: string;
  /** The frame that shows the value; null for a representative frame. */
  readonly frame: number | null;
}

/** The data of a page whose film is being made, or can be played as a stream. */
export interface FilmData {
  readonly texts: Texts;
  /** The URL of the film. */
  readonly film: string;
  /** The player in HTML. */
  readonly player: string;
  /** The playlist that plays the film during rendering; absent if the link offers none. */
  readonly stream?: FilmStream;
}

interface FilmStream {
  readonly address: string;
  /** The player in HTML. */
  readonly player: string;
  /** Whether the page already shows the player. */
  readonly isReady: boolean;
}

/** The texts in the language of the page. `page-html.ts` of the service provides them. */
export type Texts = Readonly<
  Record<
    | 'item'
    | 'itemRemoved'
    | 'missing'
    | 'tooLong'
    | 'tooLow'
    | 'tooHigh'
    | 'step'
    | 'noNumber'
    | 'noAddress'
    | 'previewFails'
    | 'photoKind'
    | 'photoLarge'
    | 'photoFails'
    | 'photosSpent'
    | 'photosBusy'
    | 'photoAdding'
    | 'photoAdded'
    | 'crop'
    | 'cropHelp'
    | 'zoom'
    | 'usePart'
    | 'cancel'
    | 'frames'
    | 'waiting'
    | 'failed',
    string
  >
>;

/** Returns the data of the page; null for a page without data. */
export function readData(): FormData | FilmData | null {
  const text = document.getElementById('data')?.textContent;
  return text === undefined || text === null ? null : (JSON.parse(text) as FormData | FilmData);
}

/** Returns a text with its placeholders replaced by values. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** Creates an element with properties and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
