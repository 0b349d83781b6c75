import { joinItems } from './items.ts';
import { type FormData as Data, type FormField, filled, type Texts } from './page-data.ts';

/**
 * The pause after the last key press before the picture is requested, and the minimum interval between two requests, in
 * milliseconds.
 */
const QUIET = 300;
const INTERVAL = 500;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Starts the checks of the fields, and the updates of the picture when values change. */
export function startFields(data: Data): void {
  const form = document.querySelector<HTMLFormElement>('#values');
  if (form === null) return;
  startPicture(form, data);
  // The script shows the results of the browser's own checks as texts at the fields.
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    const wrong = controlsOf(form).filter((control) => showProblem(control, problemOf(control, data.texts)));
    if (wrong.length === 0) return;
    event.preventDefault();
    focusOn(wrong[0]);
  });
  form.addEventListener('input', ({ target }) => {
    if (isControl(target) && errorOf(target)?.textContent !== '') showProblem(target, problemOf(target, data.texts));
  });
  form.addEventListener('formdata', ({ formData }) => {
    // Without line feeds, the service would parse a text as values separated by commas.
    for (const list of form.querySelectorAll<HTMLTextAreaElement>('textarea[data-lines]'))
      formData.set(list.name, listText(list.value));
    joinItems(form, formData);
  });
  const first = form.querySelector<HTMLElement>('[aria-invalid=true]');
  if (first !== null) focusOn(first);
}

/** Shows a problem at the field of a control, or hides the last problem. Returns whether there is a problem. */
export function showProblem(control: HTMLElement, problem: string): boolean {
  const error = errorOf(control);
  const field = control.closest<HTMLElement>('.field');
  const described = field instanceof HTMLFieldSetElement ? field : control;
  if (error !== null) error.textContent = problem;
  if (problem === '') described.removeAttribute('aria-invalid');
  else described.setAttribute('aria-invalid', 'true');
  return problem !== '';
}

function errorOf(control: HTMLElement): HTMLElement | null {
  return control.closest('.field')?.querySelector<HTMLElement>('.error') ?? null;
}

function focusOn(target: HTMLElement | undefined): void {
  const field = target?.closest<HTMLElement>('.field');
  // A hidden control contains the value of a photo. Focus the control with which the visitor chooses its file.
  const shown = field?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select');
  (shown ?? target)?.focus();
}

function controlsOf(form: HTMLFormElement): readonly Control[] {
  return [...form.elements].filter((each) => isControl(each) && each.closest('.field') !== null) as Control[];
}

function isControl(target: EventTarget | null): target is Control {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/** Returns the problem of a control's value; empty if the value is valid. */
function problemOf(control: Control, texts: Texts): string {
  const { validity } = control;
  if (control.dataset['required'] === '' && control.value === '') return texts.missing;
  if (validity.badInput) return texts.noNumber;
  if (validity.valueMissing) return texts.missing;
  if (validity.typeMismatch) return texts.noAddress;
  if (control instanceof HTMLSelectElement) return '';
  if (validity.tooLong) return filled(texts.tooLong, { most: control.maxLength });
  if (control instanceof HTMLTextAreaElement) return '';
  const { min, max, step } = control;
  if (validity.rangeUnderflow) return filled(texts.tooLow, { min });
  if (validity.rangeOverflow) return filled(texts.tooHigh, { max });
  return validity.stepMismatch ? filled(texts.step, { step }) : '';
}

/** Requests the picture of the film after changes. The picture shows the frame that contains the value being edited. */
function startPicture(form: HTMLFormElement, data: Data): void {
  const picture = document.querySelector<HTMLImageElement>('#picture');
  const state = document.getElementById('state');
  if (picture === null || state === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let shown = '';
  let loading = new AbortController();
  let frame: number | null = null;
  const load = async () => {
    const addresses = [frame === null ? undefined : data.frames[frame], data.picture].filter(
      (each) => each !== undefined,
    );
    const values = valuesOf(form, data.fields);
    const [requested = ''] = addresses.map((each) => `${each}${values}`);
    if (requested === shown) return;
    shown = requested;
    last = performance.now();
    loading.abort();
    loading = new AbortController();
    const { signal } = loading;
    try {
      // The values can shorten the film, so that the frame does not exist.
      const answer = await firstOk(
        addresses.map((each) => `${each}${values}`),
        signal,
      );
      state.textContent = answer === null ? data.texts.previewFails : '';
      if (answer === null) return;
      const blob = await answer.blob();
      const address = URL.createObjectURL(blob);
      const before = picture.src;
      picture.src = address;
      picture.hidden = false;
      await picture.decode().catch(() => undefined);
      if (before.startsWith('blob:')) URL.revokeObjectURL(before);
    } catch (error) {
      if (!signal.aborted) state.textContent = data.texts.previewFails;
      if (!signal.aborted && !(error instanceof TypeError)) throw error;
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), Math.max(QUIET, last + INTERVAL - performance.now()));
  };
  form.addEventListener('input', schedule);
  form.addEventListener('focusin', ({ target }) => {
    const name = isControl(target) ? target.name : '';
    const field = data.fields.find((each) => each.name === name || name.startsWith(`${each.name}[`));
    if (field === undefined || field.frame === frame) return;
    frame = field.frame;
    schedule();
  });
  picture.addEventListener('error', () => {
    state.textContent = data.texts.previewFails;
  });
  if (!picture.hidden && picture.complete && picture.naturalWidth === 0) state.textContent = data.texts.previewFails;
}

/**
 * Returns the first successful response. If the frame is beyond the end of the film, tries the next URL. Null after any
 * other failure, and if no URL is left.
 */
async function firstOk(addresses: readonly string[], signal: AbortSignal): Promise<Response | null> {
  for (const address of addresses) {
    const answer = await fetch(address, { signal });
    if (answer.ok) return answer;
    if (!(await answer.text()).includes('frame/behind-film')) return null;
  }
  return null;
}

/** Returns the values of the fields as the end of a picture URL. Omits empty URLs and photos. */
function valuesOf(form: HTMLFormElement, fields: readonly FormField[]): string {
  const entered = new FormData(form);
  return fields
    .map(({ name, film }) => {
      const value = entered.get(name);
      const control = form.elements.namedItem(name);
      const isMedia = control instanceof HTMLInputElement && ['url', 'hidden'].includes(control.type);
      if (typeof value !== 'string' || (value === '' && isMedia)) return '';
      return `&${encodeURIComponent(film)}=${encodeURIComponent(value.replaceAll('\r\n', '\n'))}`;
    })
    .join('');
}

function listText(text: string): string {
  return text.includes('\n') || text.trim() === '' || text.trimStart().startsWith('[') ? text : `${text}\n`;
}
