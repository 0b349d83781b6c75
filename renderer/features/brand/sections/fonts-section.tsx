import { Plus } from 'lucide-react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useAddedFamilies } from '#renderer/api/queries/use-fonts.ts';
import { FontWords } from '#renderer/project/fonts.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { type BrandFont, FONT_ROLES, type FontRole } from '#shared/brand/brand-kit.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import styles from './brand.module.css';
import { BrandGroup, BrandRow } from './brand-group.tsx';
import type { SectionProps } from './section-props.ts';
import { useTakeFile } from './use-take-file.ts';

const NONE = '';
const WEIGHTS = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;
const DEFAULT_WEIGHTS: Readonly<Record<FontRole, number>> = { titles: 700, text: 400, numbers: 400 };

/** The fonts of titles, text, and numbers, with samples. */
export function FontsSection({ project, kit, onChange }: SectionProps) {
  const { brand: strings, inspector } = useStrings();
  const { fonts = {} } = kit;
  const { data: assets } = useAssets(project);
  const added = useAddedFamilies();
  const takeFile = useTakeFile(project);
  const set = (role: FontRole, font: BrandFont | null) => {
    const { [role]: _before, ...others } = fonts;
    onChange({ ...kit, fonts: font === null ? others : { ...others, [role]: font } });
  };
  return (
    <BrandGroup
      title={strings.fonts}
      count={Object.keys(fonts).length}
      end={<IconButton icon={Plus} size="sm" label={strings.addFont} onClick={() => void takeFile(null)} />}
    >
      {FONT_ROLES.map((role) => {
        const { font = NONE, weight } = fonts[role] ?? {};
        const name = strings.fontRoles[role];
        return (
          <BrandRow key={role} label={name}>
            <span className={styles.grow}>
              {font !== NONE && (
                <FontWords
                  project={project}
                  font={font}
                  weight={weight ?? DEFAULT_WEIGHTS[role]}
                  text={strings.fontSamples[role]}
                />
              )}
            </span>
            <Select
              value={font}
              placeholder={strings.ownOfTemplate}
              label={strings.fontOf(name)}
              size="sm"
              className={styles.font}
              options={[{ value: NONE, label: strings.ownOfTemplate }, ...fontOptions(font, assets ?? [], added)]}
              onChange={(next) => set(role, next === NONE ? null : { ...fonts[role], font: next })}
            />
            <Select
              value={weight === undefined ? NONE : String(weight)}
              placeholder={strings.defaultChoice}
              label={strings.weightOf(name)}
              size="sm"
              className={styles.weight}
              disabled={font === NONE}
              options={[
                { value: NONE, label: strings.defaultChoice },
                ...[...new Set<number>([...WEIGHTS, ...(weight === undefined ? [] : [weight])])].map((each) => ({
                  value: String(each),
                  label: `${nameOfWeight(each, inspector.weights)}${each}`,
                })),
              ]}
              onChange={(next) => set(role, next === NONE ? { font } : { font, weight: Number(next) })}
            />
          </BrandRow>
        );
      })}
    </BrandGroup>
  );
}

function nameOfWeight(weight: number, words: Readonly<Record<number, string>>): string {
  const word = words[weight];
  return word === undefined ? '' : `${word} · `;
}

/**
 * Returns the font files of the project and the families of the program. The chosen font is included even if it is
 * missing.
 */
function fontOptions(chosen: string, assets: readonly AssetEntry[], added: readonly string[]) {
  const files = assets.flatMap(({ name, media }) =>
    media?.kind === 'font' ? [{ value: name, label: media.fontFamily ?? name, hint: name }] : [],
  );
  const families = [...BUNDLED_FAMILIES, ...added].map((family) => ({ value: family, label: family }));
  const all = [...files, ...families];
  return chosen === NONE || all.some(({ value }) => value === chosen)
    ? all
    : [{ value: chosen, label: chosen }, ...all];
}
