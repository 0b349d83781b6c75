import type { effectRegistry } from '#shared/template/effects/effects.ts';
import type { elementRegistry } from '#shared/template/tables/elements.ts';
import type { AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';

/** The label and the description of an element, an effect, or an attribute. */
export interface SpecWords {
  readonly label: string;
  readonly description: string;
  /** The labels of choices that differ from their spelling in XML. */
  readonly options?: Readonly<Record<string, string>>;
}

export type Registry = Readonly<Record<string, { readonly attributes: AttributeSpecs }>>;

type KeysIn<Entries extends Registry> = {
  readonly [Name in keyof Entries & string]: Name | `${Name}/${keyof Entries[Name]['attributes'] & string}`;
}[keyof Entries & string];

/** All registry keys, for example `vignette`, `vignette/aperture`, `scene`, and `scene/duration`. */
export type RegistryKey = KeysIn<typeof effectRegistry> | KeysIn<typeof elementRegistry>;

export type RegistryWords = Readonly<Record<RegistryKey, SpecWords>>;
