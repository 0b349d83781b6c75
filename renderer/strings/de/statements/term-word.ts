import type { Term } from '#shared/messages/templates/step-messages.ts';
import type { SpecWords } from '../../shapes/registry-strings.ts';
import { registryStrings } from '../registry/registry.ts';

const words: Readonly<Record<string, SpecWords>> = registryStrings;

/** Returns the German name of an element, an effect, or an attribute; otherwise its label. */
export function termWord({ key, label }: Term): string {
  return words[key]?.label ?? label;
}
