import { cellName, type PageLanguage, parameterOf } from '#shared/contract/shapes/film-link.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { hasCode, type Message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import type { AnyMessage } from '#shared/messages/translation.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { Issue } from '../errors/service-error.ts';
import type { ListedVariable } from './check-link.ts';
import { escapeHtml, htmlDocument, NO_INDEX, type PageTexts, pageText, pageTexts } from './page-html.ts';
import { formAddresses, type PageAddress, type PageLink, pictureAddress } from './page-link.ts';
import { fieldHtml, fieldOfVariable, type VisitorField } from './visitor-controls.ts';

/** The content of a form. */
export interface VisitorForm extends PageAddress {
  readonly link: PageLink;
  readonly language: PageLanguage;
  /** The variables of the movie, with the values of the project's brand. */
  readonly variables: readonly ListedVariable[];
  /** The problems of the values that a visitor has sent. */
  readonly issues: readonly Issue[];
  /** The reason why the photo of the visitor was refused; null for none. */
  readonly photoProblem: string | null;
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
 * Returns the page of a form. The form also works without its script, because the browser then sends the fields to the
 * page of the film.
 */
export async function formDocument(form: VisitorForm): Promise<string> {
  const { link, language, isSpent } = form;
  const words = pageTexts[language];
  const title = link.title ?? link.movie;
  const fields = fieldsOf(form);
  const errors = withPhotoProblem(errorsOf(form, fields), form, fields);
  const { action, hidden, self } = formAddresses(form, new Set(fields.map(({ parameter }) => parameter)));
  const groups = [...Map.groupBy(fields, ({ variable }) => variable.declaration?.group?.trim() || null)];
  const sections = groups.map(([heading, inside], index) => {
    const controls = inside.map((field) => fieldHtml(field, { words, errors: errors.byParameter, photoAddress: self }));
    if (heading === null) return controls.join('\n');
    return `<section aria-labelledby="g${index}"><h2 id="g${index}">${escapeHtml(heading)}</h2>${controls.join('\n')}</section>`;
  });
  const body = `<main class="form"><h1>${escapeHtml(title)}</h1>
<figure>${pictureHtml(form, words)}
<figcaption><span id="state" role="status">${form.hasPicture ? '' : escapeHtml(words.previewFails)}</span></figcaption></figure>
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
/** Returns the fields in the order of `vary`. */
function fieldsOf({ link, variables, language }: VisitorForm): readonly VariableField[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  return [...new Set(link.vary)].flatMap((name, index): readonly VariableField[] => {
    const variable = byName.get(name);
    if (variable === undefined) return [];
    const at = { id: `f${index}`, parameter: parameterOf(name, 'page'), words: pageTexts[language] };
    const field = fieldOfVariable(variable, at, { value: link.film.values.get(name), upload: link.upload });
    return field === null ? [] : [{ ...field, variable }];
  });
}

/** A field of the form for a variable that visitors can change. */
type VariableField = VisitorField & { readonly variable: ListedVariable };

interface FieldErrors {
  /** The problems by the parameter of the field, or of the field of an item. */
  readonly byParameter: ReadonlyMap<string, string>;
  /** The problems of values without a field. */
  readonly others: readonly string[];
  /** The fields with a problem, for the summary. */
  readonly fields: readonly { readonly id: string; readonly label: string }[];
}

function errorsOf({ issues, language }: VisitorForm, fields: readonly VariableField[]): FieldErrors {
  const byParameter = new Map<string, string>();
  const others = new Set<string>();
  const wrong = new Map<string, string>();
  for (const issue of issues.filter(({ severity }) => severity === 'error')) {
    const says = messageOf(issue);
    const places = says === null ? [] : placesOf(says, fields, language);
    const text = says === null ? issue.message : atField(says, language);
    for (const { parameter, id, label } of places) {
      if (!byParameter.has(parameter)) byParameter.set(parameter, text);
      wrong.set(id, label);
    }
    if (places.length === 0) others.add(says === null ? issue.message : pageText(language, says));
  }
  return {
    byParameter,
    others: [...others].slice(0, 5),
    fields: [...wrong].map(([id, label]) => ({ id, label })),
  };
}

function withPhotoProblem(
  errors: FieldErrors,
  { photoProblem }: VisitorForm,
  fields: readonly VariableField[],
): FieldErrors {
  const field = fields.find(({ kind }) => kind === 'photo');
  if (photoProblem === null || field === undefined) return errors;
  const byParameter = new Map([...errors.byParameter, [field.parameter, photoProblem]]);
  return { ...errors, byParameter, fields: [...errors.fields, field] };
}

/** Returns the fields that a message is about: the field of an item, or the fields of variables. */
function placesOf(
  says: Message,
  fields: readonly VariableField[],
  language: PageLanguage,
): readonly Pick<VisitorField, 'id' | 'label' | 'parameter'>[] {
  if (hasCode(says, 'list/refused', 'list/missing')) {
    const { list: name, item, field } = says.values;
    const cell = field === null ? null : cellOf(`${name}[${item}].${field}`, fields, language);
    if (cell !== null) return [cell];
  }
  const names = variablesIn(says);
  return fields.filter(({ variable }) => names.includes(variable.name));
}

/** Returns the control of a field of an item, such as `menu[2].dishes[1].name`; null if the form has none. */
function cellOf(
  path: string,
  fields: readonly VariableField[],
  language: PageLanguage,
): Pick<VisitorField, 'id' | 'label' | 'parameter'> | null {
  const [name = '', ...places] = path.split(/\[(?=\d+\]\.)/);
  const variable = fields.find((each) => each.variable.name === name && each.list !== null);
  if (variable === undefined) return null;
  let { id, parameter, label } = variable;
  let rules: NonNullable<VisitorField['list']>['fields'] | undefined = variable.list?.fields;
  for (const place of places) {
    const [, number = '', field = ''] = /^(\d+)\]\.(.*)$/s.exec(place) ?? [];
    const at = rules?.findIndex((each) => each.name === field) ?? -1;
    const found = rules?.[at];
    if (found === undefined) return null;
    const item = pageTexts[language].script.item.replace('{number}', number);
    id = `${id}-${Number(number) - 1}-${at}`;
    parameter = cellName(parameter, Number(number) - 1, field);
    label = `${label}, ${item}: ${found.label?.trim() || field}`;
    rules = found.list?.fields;
  }
  return { id, parameter, label };
}

function variablesIn(says: Message): readonly string[] {
  if (hasCode(says, 'list/in-item')) return says.values.lists;
  const { variables, variable, list } = says.values as Readonly<Record<string, unknown>>;
  if (Array.isArray(variables)) return variables.map(String);
  if (variable !== undefined) return [String(variable)];
  // A list in an item has a name such as `menu[2].dishes`.
  return typeof list === 'string' ? [list.replace(/\[.*$/, '')] : [];
}

/**
 * Returns the text of a message for display at its field. Contains only the requirement, without the name and the
 * value.
 */
function atField(says: Message, language: PageLanguage): string {
  if (hasCode(says, 'variable/missing', 'variable/empty', 'list/missing')) return pageTexts[language].script.missing;
  const { values } = says;
  if (!('reason' in values) || typeof values.reason !== 'object') return pageText(language, says);
  const reason = pageText(language, values.reason as AnyMessage).replace(/^is too /, 'too ');
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
}

function summaryHtml({ byParameter, others, fields }: FieldErrors, words: PageTexts): string {
  const count = byParameter.size + others.length;
  if (count === 0) return '';
  const links = fields.map(({ id, label }) => `<li><a href="#${id}">${escapeHtml(label)}</a></li>`);
  const items = [...links, ...others.map((text) => `<li>${escapeHtml(text)}</li>`)];
  return `<div class="summary" role="alert" tabindex="-1"><p>${escapeHtml(words.errors(count))}</p><ul>${items.join('')}</ul></div>`;
}

/** Returns the data for the script: the addresses of pictures, and the texts. */
function scriptData(form: VisitorForm, fields: readonly VariableField[]): object {
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
function frameOf({ variable: { offset, numframes, uses } }: VariableField): number | null {
  if (offset === null || numframes === null || numframes < 1 || uses.some(({ scene }) => scene === null)) return null;
  return offset + Math.floor(numframes * COMPLETE_SHARE);
}
