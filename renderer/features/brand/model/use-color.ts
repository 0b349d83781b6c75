import type { BrandColor } from '#shared/brand/brand-kit.ts';
import { type ColorByHand, colorsByHand, writtenColor } from '#shared/brand/by-hand.ts';
import { applyCommand } from '#shared/editing/apply-command.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** A template's text with a colour of the brand in the places of one that was written by hand; null where it has none. */
export function withBrandColor(
  text: string,
  { value, near }: ColorByHand,
  colours: readonly BrandColor[],
): string | null {
  let { source } = readTemplate(text);
  if (source === null) return null;
  // Looked for again: the text may have been saved since it was looked through.
  const found = colorsByHand(source.document, colours).find((each) => each.value === value);
  if (found === undefined) return null;
  for (const { node, attribute: name } of found.places) {
    const command = { type: 'attribute/set', node, name, value: writtenColor(near) } as const;
    const applied = applyCommand({ source, values: new Map() }, command);
    if (!applied.ok) return null;
    source = applied.value.source;
  }
  return source.text;
}
