import { type EditorState, StateField } from '@codemirror/state';
import { showTooltip, type Tooltip } from '@codemirror/view';
import type { FunctionSpec } from '#shared/expressions/expression.ts';
import { parameterAt, signatureOf } from '#shared/expressions/functions.ts';
import { contextAt } from './cursor-context.ts';
import { callAround, expressionAround } from './expression-source.ts';

/** Shows the signature of the call around the cursor, with the parameter at the cursor emphasized. */
export const callHelp = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, { docChanged, selection, state }) =>
    docChanged || selection !== undefined ? tooltipAt(state) : tooltip,
  provide: (field) => showTooltip.from(field),
});

/** The number of characters before and after the cursor in which an expression is searched. */
const REACH = 5_000;

function tooltipAt(state: EditorState): Tooltip | null {
  const { head, empty } = state.selection.main;
  // Most cursors are in no expression. They need no scan of the markup.
  if (!empty || !/\$\{\s*=/.test(state.sliceDoc(Math.max(0, head - REACH), head))) return null;
  const text = state.doc.toString();
  const context = contextAt(text, head);
  const range = context.kind === 'attribute-value' ? context : 'text' in context ? context.text : null;
  const expression = range === null ? null : expressionAround(text, head, range);
  const call = expression === null ? null : callAround(expression);
  if (expression === null || call === null) return null;
  const { name, spec, index, start } = call;
  return { pos: expression.toText(start), above: true, create: () => ({ dom: signatureElement(name, spec, index) }) };
}

/** The number of arguments for which repeated parameters are shown. */
const MANY = 100;

function signatureElement(name: string, spec: FunctionSpec, index: number): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'xml-call';
  const current = parameterAt(spec, index, MANY)?.name ?? '';
  const [before = '', ...after] = signatureOf(name, spec).split(new RegExp(`\\b${current}\\b`));
  if (current === '' || after.length === 0) dom.append(before);
  else {
    const mark = document.createElement('b');
    mark.textContent = current;
    dom.append(before, mark, after.join(current));
  }
  return dom;
}
