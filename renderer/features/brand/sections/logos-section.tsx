import { Plus, Star } from 'lucide-react';
import { useState } from 'react';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { LogoPicture } from '#renderer/project/logo-picture.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import type { BrandColor, BrandLogo } from '#shared/brand/brand-kit.ts';
import { logoBackground } from '#shared/brand/logo-background.ts';
import { assetEntries } from './asset-entries.ts';
import styles from './brand.module.css';
import { BrandGroup } from './brand-group.tsx';
import { MissingNote } from './missing-note.tsx';
import { NameField } from './name-field.tsx';
import { freeName, type SectionProps } from './section-props.ts';
import { useTakeFile } from './use-take-file.ts';

const NONE = '';

/** The logos of the brand on their backgrounds. Templates use the first one. */
export function LogosSection({
  project,
  kit,
  onChange,
  missing,
}: SectionProps & { readonly missing: readonly string[] }) {
  const { brand: strings } = useStrings();
  const logos = kit.logos ?? [];
  const colours = kit.colours ?? [];
  const { data: assets } = useAssets(project);
  const takeFile = useTakeFile(project);
  const set = (next: readonly BrandLogo[]) => onChange({ ...kit, logos: [...next] });
  const add = (asset: string) => set([...logos, { name: freeName(strings.logoName, logos), asset }]);
  const missingLogos = logos.filter(({ asset }) => missing.includes(asset));
  return (
    <BrandGroup
      title={strings.logos}
      count={logos.length}
      end={
        <Menu
          align="end"
          trigger={<IconButton icon={Plus} size="sm" label={strings.addLogo} />}
          entries={assetEntries(assets ?? [], ['image'], strings, { onChoose: add, onFile: () => void takeFile(add) })}
        />
      }
    >
      {logos.length === 0 && <p className={styles.hint}>{strings.noLogos}</p>}
      <ul className={styles.logos}>
        {logos.map((logo, at) => (
          // The index is the key, so that renaming does not close the fields.
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the only stable identity
          <li key={at}>
            <LogoCard
              project={project}
              logo={logo}
              isFirst={at === 0}
              asset={assetNamed(assets, logo.asset) ?? null}
              images={(assets ?? []).flatMap(({ name, media }) => (media?.kind === 'image' ? [name] : []))}
              others={logos.filter((_, other) => other !== at)}
              colours={colours}
              onChange={(next) => set(logos.map((each, other) => (other === at ? next : each)))}
              onFirst={() => set([logo, ...logos.filter((_, other) => other !== at)])}
              onRemove={() => set(logos.filter((_, other) => other !== at))}
            />
          </li>
        ))}
      </ul>
      {missingLogos.map(({ name, asset }) => (
        <MissingNote key={name} name={asset} />
      ))}
    </BrandGroup>
  );
}

interface LogoCardProps {
  readonly project: string;
  readonly logo: BrandLogo;
  readonly isFirst: boolean;
  readonly asset: AssetEntry | null;
  /** The names of the project's images. */
  readonly images: readonly string[];
  readonly others: readonly BrandLogo[];
  readonly colours: readonly BrandColor[];
  readonly onChange: (logo: BrandLogo) => void;
  readonly onFirst: () => void;
  readonly onRemove: () => void;
}

function LogoCard(props: LogoCardProps) {
  const { project, logo, isFirst, asset, images, others, colours, onChange, onFirst, onRemove } = props;
  const { brand: strings } = useStrings();
  const [open, setOpen] = useState(false);
  const { on, ...plain } = logo;
  const ground = logoBackground(logo, colours);
  const size = asset?.media?.width === null || asset?.media == null ? '' : `${asset.media.width}×${asset.media.height}`;
  const grounds = [
    { value: NONE, label: strings.noGround },
    ...colours.map(({ name, value }) => ({ value: name, label: name, hint: value })),
    { value: '#ffffff', label: strings.white },
    { value: '#000000', label: strings.black },
  ];
  const isKnown = on === undefined || grounds.some(({ value }) => value === on);
  const names = images.includes(logo.asset) ? images : [logo.asset, ...images];
  return (
    <Popover
      label={strings.editLogo(logo.name)}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={styles.logo} aria-label={strings.editLogo(logo.name)}>
          <span className={styles.ground}>
            {asset !== null && <LogoPicture {...{ project, asset, ground }} alt="" />}
          </span>
          <span className={styles.name}>{logo.name}</span>
          <span className={`${styles.said} tabular`}>
            {[size, isFirst ? strings.first : ''].filter((part) => part !== '').join(' · ')}
          </span>
        </button>
      }
    >
      <div className={styles.fields}>
        <NameField name={logo.name} others={others} onName={(name) => onChange({ ...logo, name })} />
        <Field label={strings.image}>
          <Select
            value={logo.asset}
            options={names.map((name) => ({ value: name, label: name }))}
            onChange={(next) => onChange({ ...logo, asset: next })}
          />
        </Field>
        <Field label={strings.background}>
          <Select
            value={on ?? NONE}
            placeholder={strings.noGround}
            options={isKnown ? grounds : [...grounds, { value: on, label: on }]}
            onChange={(next) => onChange(next === NONE ? plain : { ...logo, on: next })}
          />
        </Field>
        <div className={styles.buttons}>
          {!isFirst && (
            <Button size="sm" icon={Star} onClick={onFirst}>
              {strings.makeFirst}
            </Button>
          )}
          <Button
            variant="danger"
            size="sm"
            onClick={() => {
              setOpen(false);
              onRemove();
            }}
          >
            {strings.remove}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
