import type { TextEdit } from '#renderer/xml/view-text.ts';
import { elementsOf } from '#shared/template/document/document.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';
import { createValueBudget, substitute } from '#shared/template/placeholders/substitute.ts';
import { filmSubstitution } from '#shared/template/variables/film-language.ts';
import { scanVariables } from '#shared/template/variables/variable-uses.ts';
import { escapeAttributeValue } from '#shared/template-xml/ranges/markup.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';

/** Returns the text with placeholders replaced by their values. A placeholder without a value stays unchanged. */
export function resolvedText(source: TemplateSource, values: ReadonlyMap<string, string>): string {
  if (!source.text.includes('${')) return source.text;
  const substitution = filmSubstitution(source.document.root, scanVariables(source.document), values);
  const budget = createValueBudget();
  const edits: TextEdit[] = [];
  for (const element of elementsOf(source.document.root)) {
    const place = source.ranges.get(element.id);
    if (place?.kind !== 'element') continue;
    for (const [index, { value }] of element.attributes.entries()) {
      const at = place.attributes[index];
      if (at === undefined || !value.includes('${')) continue;
      const parsed = parseValue(value);
      const substituted = parsed.faults.length > 0 ? null : substitute(parsed, substitution, budget);
      if (substituted?.kind !== 'text') continue;
      edits.push({ from: at.value.start, to: at.value.end, insert: escapeAttributeValue(substituted.text, at.quote) });
    }
  }
  return splice(source.text, edits);
}

function splice(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let end = 0;
  for (const { from, to, insert } of edits) {
    result += text.slice(end, from) + insert;
    end = to;
  }
  return result + text.slice(end);
}
