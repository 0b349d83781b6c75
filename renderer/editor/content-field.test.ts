import { expect, test } from 'vitest';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { elementId, film } from '#shared/editing/model/testing/editing.ts';
import { planCommand } from '#shared/editing/plan/plan-command.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { futureLanguage } from '#shared/template/testing/coming-language.ts';
import { scanVariables } from '#shared/template/variables/variable-uses.ts';
import { applyEdits } from '#shared/template-xml/edit/edits.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { bindFieldCommand, proposeName, resetFieldCommand, setFieldCommand, unbindFieldCommand } from './field-edit.ts';
import { type AttributeField, readContentField } from './fields.ts';

const NO_VALUES: ReadonlyMap<string, string> = new Map();

function titled(...texts: readonly string[]): TemplateSource {
  return film('<scene duration="9">', ...texts.map((text) => `<title>${text}</title>`), '<video src="a"/></scene>');
}

function read(source: TemplateSource, values = NO_VALUES): AttributeField {
  const { document } = source;
  const findings = scanVariables(document, futureLanguage).malformed;
  const count = source.text.split('<title').length - 1;
  const nodes = Array.from({ length: count }, (_, index) => elementId(source, 'title', index));
  const field = readContentField({ document, values, findings, rate: null }, nodes, futureLanguage);
  if (field === null) throw new Error('there is no text');
  return field;
}

/** Returns the texts of the titles after a command is executed. */
function after({ document }: TemplateSource, command: PlannableCommand | null): readonly string[] {
  if (command === null) throw new Error('there is nothing to do');
  const planned = planCommand({ document, values: NO_VALUES, language: futureLanguage }, command);
  const edited = planned.ok ? applyEdits(document, planned.value.edits) : planned;
  if (!edited.ok) throw new Error(inEnglish(edited.error));
  return [...formatTemplate(edited.value).matchAll(/<title(?:\/>|>(.*)<\/title>)/g)].map(([, text = '']) => text);
}

test('the text of an element can be read as a field', () => {
  const field = read(titled('Hello'));
  expect(field).toMatchObject({ element: 'title', spelling: null, value: { kind: 'fixed', text: 'Hello' } });
  expect(field.spec.label).toBe('Text');
  expect(field.problems).toEqual([]);
  expect(read(titled('')).value).toEqual({ kind: 'fixed', text: '' });
  expect(read(titled('A', 'B')).value).toEqual({ kind: 'mixed' });
});

test('all parts of an element’s text are one value', () => {
  const whole = titled('${name, Ada}');
  expect(read(whole).value).toEqual({ kind: 'variable', name: 'name', text: 'Ada' });
  const pieces = titled('Hello <![CDATA[${name, Ada}]]>');
  expect(read(pieces).value).toEqual({ kind: 'composed', names: ['name'], text: 'Hello Ada' });
  expect(read(pieces, new Map([['name', 'Bo']])).value).toMatchObject({ text: 'Hello Bo' });
  const malformed = read(titled('Hi ${na me}'));
  expect(malformed.value).toEqual({ kind: 'malformed', text: 'Hi ${na me}' });
  expect(malformed.problems.map(({ code }) => code)).toEqual(['variable/malformed']);
});

test('only elements with text content have a content field', () => {
  const source = titled('Hello');
  const { document } = source;
  const [scene] = document.root.children;
  const context = { document, values: NO_VALUES, findings: [], rate: null };
  expect(readContentField(context, scene === undefined ? [] : [scene.id], futureLanguage)).toBeNull();
  const mixed = [elementId(source, 'title'), elementId(source, 'video')];
  expect(readContentField(context, mixed, futureLanguage)).toBeNull();
  expect(readContentField(context, [], futureLanguage)).toBeNull();
});

test('texts can be set, reset, bound to a variable, and unbound', () => {
  const source = titled('Hello', 'Hello');
  const field = read(source);
  expect(after(source, setFieldCommand(field, 'You & I', null))).toEqual(['You &amp; I', 'You &amp; I']);
  expect(after(source, resetFieldCommand(field, null))).toEqual(['', '']);
  expect(after(source, bindFieldCommand(field, proposeName(field, null, []), null))).toEqual([
    '${content, Hello}',
    '${content, Hello}',
  ]);
  const bound = titled('${content, Hello}, you');
  expect(after(bound, unbindFieldCommand(read(bound)))).toEqual(['Hello, you']);
});
