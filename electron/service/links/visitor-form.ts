import { type PageLanguage, parameterOf } from '#shared/contract/shapes/film-link.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { Message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import type { AnyMessage } from '#shared/messages/translation.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Issue } from '../errors/service-error.ts';
import type { ListedVariable } from './check-link.ts';
import { escapeHtml, htmlDocument, NO_INDEX, type PageTexts, pageTexts, sayIn } from './page-html.ts';
import { formAddresses, type PageAddress, type PageLink, pictureAddress } from './page-link.ts';

/** The content of a form. */
export interface VisitorForm extends PageAddress {
  readonly link: PageLink;
  readonly language: PageLanguage;
  /** The variables of the movie, with the values of the project's brand. */
  readonly variables: readonly ListedVariable[];
  /** The problems of the values that a visitor has sent. */
  readonly issues: readonly Issue[];
  /** The aspect ratio in which the film shows the photo of a visitor; null if it is unknown. */
  readonly photoShape: number | null;
  /** The size of the film; null if it is unknown. */
  readonly size: Size | null;
  /** Whether the current values of the form already make a film, which then has a picture. */
  readonly hasPicture: boolean;
  /** Whether the link accepts no further values today. */
  readonly isSpent: boolean;
}

/**
 * Returns the page of a form. The form also works without its script: the browser then sends the fields to the page of
 * the film.
 */
export async function formDocument(form: VisitorForm): Promise<string> {
  const { link, language, isSpent } = form;
  const words = pageTexts[language];
  const title = link.title ?? link.movie;
  const fields = fieldsOf(form);
  const errors = errorsOf(form, fields);
  const { action, hidden, self } = formAddresses(form, new Set(fields.map(({ parameter }) => parameter)));
  const groups = [...Map.groupBy(fields, ({ variable }) => variable.declaration?.group?.trim() || null)];
  const sections = groups.map(([heading, inside], index) => {
    const controls = inside.map((field) =>
      fieldHtml(field, { words, error: errors.byName.get(field.variable.name) ?? '' }),
    );
    if (heading === null) return controls.join('\n');
    return `<section aria-labelledby="g${index}"><h2 id="g${index}">${escapeHtml(heading)}</h2>${controls.join('\n')}</section>`;
  });
  const hasPhoto = fields.some(({ kind }) => kind === 'photo');
  const body = `<main class="form"><h1>${escapeHtml(title)}</h1>
<figure>${pictureHtml(form, words)}
<figcaption><span id="state" role="status">${form.hasPicture ? '' : escapeHtml(words.previewFails)}</span></figcaption></figure>
${hasPhoto ? `<form id="photo" method="post" enctype="multipart/form-data" action="${escapeHtml(self)}"></form>` : ''}
<form id="values" method="get" action="${escapeHtml(action)}" aria-label="${escapeHtml(words.values)}">
${summaryHtml(errors, words)}
${hidden.map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join('\n')}
${sections.join('\n')}
${isSpent ? `<p class="notice" role="status">${escapeHtml(words.noneLeft)}</p>` : `<p class="actions"><button>${escapeHtml(words.makeFilm)}</button></p>`}
</form></main>`;
  const head = link.isListed ? [] : [NO_INDEX];
  return await htmlDocument({ language, title, head, body, data: scriptData(form, fields) });
}

/** Returns the picture of the film. If there is none, the script displays it as soon as it exists. */
function pictureHtml(form: VisitorForm, words: PageTexts): string {
  const { size, hasPicture } = form;
  const height = size === null ? '' : ` height="${Math.round((WIDTH * size.height) / size.width)}"`;
  const source = hasPicture ? ` src="${escapeHtml(pictureAddress(form, { width: WIDTH }))}"` : ' hidden';
  return `<img id="picture" alt="${escapeHtml(words.preview)}" width="${WIDTH}"${height}${source}>`;
}

/** The width of the picture of the film in pixels. */
const WIDTH = serviceLimits.filmLinks.previewWidth;
/** The share of a variable's scenes at which the scenes are usually complete. */
const COMPLETE_SHARE = 0.6;
/** The maximum number of choices as radio buttons. A select control displays larger numbers. */
const MAX_RADIOS = 4;

type FieldKind = 'text' | 'lines' | 'number' | 'color' | 'radios' | 'select' | 'list' | 'address' | 'photo';

/** A field of the form for a variable that visitors can change. */
interface VisitorField {
  readonly variable: ListedVariable;
  readonly kind: FieldKind;
  /** The id of the control. */
  readonly id: string;
  /** The parameter of the value in the link to the page. */
  readonly parameter: string;
  readonly label: string;
  readonly value: string;
  /** Whether a film requires a value. */
  readonly isRequired: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Returns the fields in the order of `vary`. Omits lists of items with fields, which keep the value of the link. */
function fieldsOf({ link, variables, language }: VisitorForm): readonly VisitorField[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  return [...new Set(link.vary)].flatMap((name, index): readonly VisitorField[] => {
    const variable = byName.get(name);
    if (variable === undefined || (variable.list?.fields.length ?? 0) > 0) return [];
    const { declaration, brand, defaultvalue } = variable;
    const choices = choicesOf(variable, pageTexts[language]);
    const fallback = brand ?? defaultvalue;
    const written = link.film.values.get(name) ?? fallback ?? '';
    const kind = kindOf(variable, written, choices, link.upload);
    return [
      {
        ...{ variable, kind, choices },
        id: `f${index}`,
        parameter: parameterOf(name, 'page'),
        label: declaration?.label?.trim() || name,
        value: kind === 'color' ? hexOf(written) : kind === 'list' ? linesOf(written) : written,
        isRequired: declaration?.required === true || (fallback === null && declaration?.required !== false),
      },
    ];
  });
}

function choicesOf({ type, declaration }: ListedVariable, words: PageTexts): VisitorField['choices'] {
  if (declaration?.type === 'choice')
    return declaration.choices.map(({ value, label }) => ({ value, label: label ?? value }));
  if (type !== 'boolean') return [];
  return [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ];
}

function kindOf(
  { name, type, declaration, list }: ListedVariable,
  value: string,
  choices: VisitorField['choices'],
  upload: string | null,
): FieldKind {
  if (choices.length > 0) return choices.length > MAX_RADIOS ? 'select' : 'radios';
  if (list !== undefined) return 'list';
  if (type === 'media') return name === upload && declaration?.type === 'image' ? 'photo' : 'address';
  if (type === 'number') return 'number';
  // Use a text field for an optional color, because an empty color control sends a color.
  if (type === 'color' && hexOf(value) !== '') return 'color';
  return declaration?.multiline === true || value.includes('\n') ? 'lines' : 'text';
}

/** Returns an opaque color in the notation of browsers; empty for any other text. */
function hexOf(text: string): string {
  const color = parseColor(text.trim());
  if (!color.ok) return '';
  const hex = formatColor(color.value).toLowerCase();
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : '';
}

/** Returns the values of a list for the field, one per line. */
function linesOf(text: string): string {
  if (!/^\s*\[/.test(text))
    return text.includes('\n')
      ? text
      : text
          .split(',')
          .map((item) => item.trim())
          .join('\n');
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) ? items.map(String).join('\n') : text;
  } catch {
    return text;
  }
}

interface FieldErrors {
  readonly byName: ReadonlyMap<string, string>;
  /** The problems of values without a field. */
  readonly others: readonly string[];
  readonly fields: readonly VisitorField[];
}

function errorsOf({ issues, language }: VisitorForm, fields: readonly VisitorField[]): FieldErrors {
  const byName = new Map<string, string>();
  const others = new Set<string>();
  for (const issue of issues.filter(({ severity }) => severity === 'error')) {
    const says = messageOf(issue);
    const names = says === null ? [] : variablesIn(says);
    const shown = fields.filter(({ variable }) => names.includes(variable.name));
    const text = says === null ? issue.message : atField(says, language);
    for (const { variable } of shown) if (!byName.has(variable.name)) byName.set(variable.name, text);
    if (shown.length === 0) others.add(says === null ? issue.message : sayIn(language, says));
  }
  return {
    byName,
    others: [...others].slice(0, 5),
    fields: fields.filter(({ variable }) => byName.has(variable.name)),
  };
}

function variablesIn({ values }: Message): readonly string[] {
  if ('variables' in values && Array.isArray(values.variables)) return values.variables.map(String);
  return 'variable' in values ? [String(values.variable)] : [];
}

/**
 * Returns the text of a message for display at its field. Contains only the requirement, without the name and the
 * value.
 */
function atField(says: Message, language: PageLanguage): string {
  if (says.code === 'variable/missing' || says.code === 'variable/empty') return pageTexts[language].script.missing;
  const { values } = says;
  if (!('reason' in values) || typeof values.reason !== 'object') return sayIn(language, says);
  const reason = sayIn(language, values.reason as AnyMessage).replace(/^is too /, 'too ');
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
}

function summaryHtml({ byName, others, fields }: FieldErrors, words: PageTexts): string {
  const count = byName.size + others.length;
  if (count === 0) return '';
  const links = fields.map(({ id, label }) => `<li><a href="#${id}">${escapeHtml(label)}</a></li>`);
  const items = [...links, ...others.map((text) => `<li>${escapeHtml(text)}</li>`)];
  return `<div class="summary" role="alert" tabindex="-1"><p>${escapeHtml(words.errors(count))}</p><ul>${items.join('')}</ul></div>`;
}

/** Returns the HTML of a field: the label, the help, the control, and the error. */
function fieldHtml(
  field: VisitorField,
  { words, error }: { readonly words: PageTexts; readonly error: string },
): string {
  const { id, label, kind, isRequired, variable } = field;
  const help = [variable.declaration?.help?.trim() ?? '', helpOf(kind, words)].filter((text) => text !== '').join(' ');
  const described = `aria-describedby="${help === '' ? '' : `${id}-help `}${id}-error"${error === '' ? '' : ' aria-invalid="true"'}`;
  const mark = isRequired ? ` <span class="required">(${escapeHtml(words.required)})</span>` : '';
  const name = `${escapeHtml(label)}${mark}`;
  const helpText = help === '' ? '' : `<p class="help" id="${id}-help">${escapeHtml(help)}</p>`;
  const errorText = `<p class="error" id="${id}-error">${escapeHtml(error)}</p>`;
  const control = controlHtml(field, described, words);
  if (kind === 'radios' || kind === 'photo')
    return `<fieldset class="field ${kind}" id="${id}" tabindex="-1" ${described}><legend>${name}</legend>${helpText}${control}${errorText}</fieldset>`;
  return `<div class="field ${kind}"><label for="${id}">${name}</label>${helpText}${control}${errorText}</div>`;
}

function helpOf(kind: FieldKind, words: PageTexts): string {
  const helps: Partial<Record<FieldKind, string>> = {
    list: words.listHelp,
    address: words.addressHelp,
    photo: words.photoHelp,
  };
  return helps[kind] ?? '';
}

function controlHtml(field: VisitorField, described: string, words: PageTexts): string {
  const { id, parameter, kind, value, choices, isRequired, variable } = field;
  const { min = null, max = null, step = null, maxlength = null } = variable.declaration ?? {};
  const limit = (name: string, bound: number | null) => (bound === null ? '' : ` ${name}="${bound}"`);
  const required = isRequired ? ' required' : '';
  const named = `id="${id}" name="${escapeHtml(parameter)}" ${described}${required}`;
  switch (kind) {
    case 'lines':
      return `<textarea ${named} rows="4"${limit('maxlength', maxlength)}>\n${escapeHtml(value)}</textarea>`;
    case 'list':
      return `<textarea ${named} rows="4" data-list>\n${escapeHtml(value)}</textarea>`;
    case 'number': {
      const bounds = `${limit('min', min)}${limit('max', max)} step="${step ?? 'any'}"`;
      return `<input type="number" inputmode="decimal" ${named} value="${escapeHtml(value)}"${bounds}>`;
    }
    case 'color':
      return `<input type="color" ${named} value="${escapeHtml(value)}">`;
    case 'select': {
      const options = choices.map(
        (choice) =>
          `<option value="${escapeHtml(choice.value)}"${choice.value === value ? ' selected' : ''}>${escapeHtml(choice.label)}</option>`,
      );
      const none = choices.some((choice) => choice.value === value)
        ? ''
        : `<option value="">${escapeHtml(words.none)}</option>`;
      return `<select ${named}>${none}${options.join('')}</select>`;
    }
    case 'radios':
      return choices
        .map(
          (choice) =>
            `<label class="choice"><input type="radio" name="${escapeHtml(parameter)}" value="${escapeHtml(choice.value)}"${required}${choice.value === value ? ' checked' : ''}> ${escapeHtml(choice.label)}</label>`,
        )
        .join('');
    case 'address': {
      // Show only addresses, because the name of a project's file would not help visitors.
      const address = /^https?:/.test(value) ? value : '';
      return `<input type="url" id="${id}" name="${escapeHtml(parameter)}" ${described} value="${escapeHtml(address)}" placeholder="https://">`;
    }
    case 'photo': {
      const isAdded = value.startsWith('visitor-photo-');
      return `<input type="hidden" name="${escapeHtml(parameter)}" value="${isAdded ? escapeHtml(value) : ''}" data-photo${isRequired ? ' data-required' : ''}>
<input type="file" form="photo" name="photo" accept="image/jpeg,image/png,image/webp" aria-label="${escapeHtml(field.label)}">
<button form="photo" data-without-script>${escapeHtml(words.addPhoto)}</button>
<p class="state" role="status">${isAdded ? escapeHtml(words.photoAdded) : ''}</p>`;
    }
    default: {
      const options = (variable.choices ?? []).map((choice) => `<option value="${escapeHtml(choice)}">`);
      const list = options.length === 0 ? '' : `<datalist id="${id}-list">${options.join('')}</datalist>`;
      const suggested = list === '' ? '' : ` list="${id}-list"`;
      return `<input type="text" ${named} value="${escapeHtml(value)}"${limit('maxlength', maxlength)}${suggested}>${list}`;
    }
  }
}

/** Returns the data for the script: the addresses of pictures, and the texts. */
function scriptData(form: VisitorForm, fields: readonly VisitorField[]): object {
  const frames = new Map(fields.map((field) => [field.parameter, frameOf(field)]));
  const addressOf = (frame: number | null) => pictureAddress(form, { width: WIDTH, frame, values: false });
  return {
    texts: pageTexts[form.language].script,
    picture: addressOf(null),
    /**
     * The address of the picture for each frame. Each frame has a separate address, because the signature covers the
     * frame.
     */
    frames: Object.fromEntries(
      [...new Set(frames.values())].flatMap((frame) => (frame === null ? [] : [[frame, addressOf(frame)]])),
    ),
    fields: fields.map(({ parameter, variable }) => ({
      name: parameter,
      film: parameterOf(variable.name),
      frame: frames.get(parameter) ?? null,
    })),
    photoBytes: serviceLimits.formPhotos.bytes,
    photoShape: form.photoShape,
  };
}

/** Returns a complete frame of the scenes that use the variable; null if it is unknown. */
function frameOf({ variable: { offset, numframes, uses } }: VisitorField): number | null {
  if (offset === null || numframes === null || numframes < 1 || uses.some(({ scene }) => scene === null)) return null;
  return offset + Math.floor(numframes * COMPLETE_SHARE);
}
