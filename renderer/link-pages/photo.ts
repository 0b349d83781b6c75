import {
  type CropWindow,
  MAX_ZOOM,
  movedWindow,
  widestWindow,
  zoomedWindow,
  zoomOf,
} from '#renderer/interaction/crop-window.ts';
import { startDrag } from '#renderer/interaction/drag.ts';
import { showProblem } from './fields.ts';
import { type FormData as Data, element } from './page-data.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
/** The maximum length of the photo's longer side in pixels. The service does not store larger photos. */
const MAX_SIDE = 2560;
const QUALITY = 0.92;
const STEP = 0.02;
const LARGE_STEP = 0.1;
const ZOOM_STEP = 1.1;

/** Lets the visitor crop a chosen photo, and adds the cropped photo to the form. */
export function startPhoto(field: HTMLFieldSetElement, data: Data): void {
  const chooser = field.querySelector<HTMLInputElement>('input[type=file]');
  const value = field.querySelector<HTMLInputElement>('input[data-photo]');
  const state = field.querySelector<HTMLElement>('.state');
  if (chooser === null || value === null || state === null) return;
  const { texts } = data;
  const button = field.querySelector<HTMLButtonElement>('button[data-add-photo]');
  const address = button?.formAction ?? '';
  // The form sends only controls with a name, and the script sends the photo itself.
  chooser.removeAttribute('name');
  button?.remove();
  let close = (): void => undefined;
  const add = async (photo: Blob) => {
    close();
    state.textContent = texts.photoAdding;
    const headers = { accept: 'application/json', 'content-type': photo.type };
    const answer = await fetch(address, { method: 'POST', body: photo, headers }).catch(() => null);
    state.textContent = '';
    if (answer?.status !== 201) {
      showProblem(chooser, await refusalText(answer, texts));
      chooser.focus();
      return;
    }
    value.value = ((await answer.json()) as { readonly photo: string }).photo;
    state.textContent = texts.photoAdded;
    value.dispatchEvent(new Event('input', { bubbles: true }));
    chooser.focus();
  };
  chooser.addEventListener('change', async () => {
    close();
    const [file] = chooser.files ?? [];
    if (file === undefined) return;
    const isKnown = TYPES.includes(file.type);
    if (showProblem(chooser, isKnown ? (file.size > data.photoBytes ? texts.photoLarge : '') : texts.photoKind)) return;
    const picture = element('img', { alt: '', draggable: false, src: URL.createObjectURL(file) });
    const isShown = await picture.decode().then(
      () => true,
      () => false,
    );
    if (!isShown) {
      URL.revokeObjectURL(picture.src);
      showProblem(chooser, texts.photoKind);
      return;
    }
    const shape = data.photoShape ?? picture.naturalWidth / picture.naturalHeight;
    const cropper = cropperOf(picture, shape, data, { onUse: add, onCancel: () => close() });
    close = () => {
      URL.revokeObjectURL(picture.src);
      cropper.remove();
      chooser.value = '';
      close = () => undefined;
    };
    state.before(cropper);
    cropper.querySelector<HTMLElement>('.crop')?.focus();
  });
}

/** Returns the controls for choosing a part of a photo by pointer and keyboard. They match *Fill in* in the editor. */
function cropperOf(
  picture: HTMLImageElement,
  shape: number,
  { texts }: Data,
  { onUse, onCancel }: { readonly onUse: (photo: Blob) => Promise<void>; readonly onCancel: () => void },
): HTMLElement {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight };
  let visible = widestWindow(size, shape);
  const zoom = element('input', { type: 'range', min: '1', max: String(MAX_ZOOM), step: '0.05', value: '1' });
  const help = element('p', { id: 'crop-help', className: 'help', textContent: texts.cropHelp });
  const area = element('div', { className: 'crop', tabIndex: 0 }, [picture]);
  area.setAttribute('role', 'application');
  area.setAttribute('aria-label', texts.crop);
  area.setAttribute('aria-describedby', help.id);
  area.style.aspectRatio = String(shape);
  const show = (next: CropWindow) => {
    visible = next;
    Object.assign(picture.style, {
      width: `${100 / next.width}%`,
      height: `${100 / next.height}%`,
      left: `${(-100 * next.left) / next.width}%`,
      top: `${(-100 * next.top) / next.height}%`,
    });
    zoom.value = String(zoomOf(next, size, shape));
  };
  const zoomTo = (factor: number) => show(zoomedWindow(visible, factor, size, shape));
  area.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const before = visible;
    startDrag(event, {
      move: ({ dx, dy }) => {
        const { width, height } = area.getBoundingClientRect();
        // Invert the direction: the picture follows the pointer, so its window moves the other way.
        show(movedWindow(before, -dx / width, -dy / height));
      },
      end: () => undefined,
      cancel: () => show(before),
      click: () => undefined,
    });
  });
  area.addEventListener('keydown', (event) => {
    const by = event.shiftKey ? LARGE_STEP : STEP;
    const arrows: readonly (readonly [string, number, number])[] = [
      ['ArrowLeft', -by, 0],
      ['ArrowRight', by, 0],
      ['ArrowUp', 0, -by],
      ['ArrowDown', 0, by],
    ];
    const arrow = arrows.find(([key]) => key === event.key);
    if (arrow !== undefined) show(movedWindow(visible, arrow[1], arrow[2]));
    else if (event.key === '+' || event.key === '=') zoomTo(zoomOf(visible, size, shape) * ZOOM_STEP);
    else if (event.key === '-') zoomTo(zoomOf(visible, size, shape) / ZOOM_STEP);
    else if (event.key === 'Enter') void use();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
  });
  zoom.addEventListener('input', () => zoomTo(Number(zoom.value)));
  const use = async () => await onUse(await partOf(picture, visible));
  const buttons = element('p', { className: 'actions' }, [
    element('button', { type: 'button', textContent: texts.usePart, onclick: () => void use() }),
    element('button', { type: 'button', textContent: texts.cancel, className: 'quiet', onclick: onCancel }),
  ]);
  show(visible);
  return element('div', { className: 'cropper' }, [
    area,
    help,
    element('label', { className: 'zoom' }, [texts.zoom, zoom]),
    buttons,
  ]);
}

/** Returns a part of a photo as JPEG. The browser has already applied the orientation of the photo. */
async function partOf(picture: HTMLImageElement, { left, top, width, height }: CropWindow): Promise<Blob> {
  const [across, down] = [picture.naturalWidth * width, picture.naturalHeight * height];
  const factor = Math.min(1, MAX_SIDE / across, MAX_SIDE / down);
  const canvas = element('canvas', { width: Math.round(across * factor), height: Math.round(down * factor) });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser offers no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const from = [picture.naturalWidth * left, picture.naturalHeight * top, across, down] as const;
  context.drawImage(picture, ...from, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    const onBlob = (blob: Blob | null) => (blob === null ? reject(new Error('the photo is too large')) : resolve(blob));
    canvas.toBlob(onBlob, 'image/jpeg', QUALITY);
  });
}

/** Returns the reason for which the service refused a photo. */
async function refusalText(answer: Response | null, { photosSpent, photosBusy, photoFails }: Data['texts']) {
  if (answer?.status !== 429) return photoFails;
  const problem = (await answer.json().catch(() => null)) as { readonly reason?: string } | null;
  return problem?.reason === 'link/photos-a-day' ? photosSpent : photosBusy;
}
