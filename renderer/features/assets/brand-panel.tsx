import { SwatchBook } from 'lucide-react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { FontWords } from '#renderer/project/fonts.tsx';
import { LogoPicture } from '#renderer/project/logo-picture.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { FONT_ROLES } from '#shared/brand/brand-kit.ts';
import { logoBackground } from '#shared/brand/logo-background.ts';
import styles from './brand-panel.module.css';

/** A summary of the project's brand, with a button that opens its screen. */
export function BrandPanel({ project }: { readonly project: string }) {
  const { brand: strings } = useStrings();
  const { go } = useNavigation();
  const { data } = useBrand(project);
  const { data: assets } = useAssets(project);
  const { colours = [], fonts = {}, logos = [], music } = data?.brand ?? {};
  const open = () => go({ screen: 'brand', project });
  const isEmpty = Object.keys(data?.values ?? {}).length === 0 && colours.length === 0 && logos.length === 0;
  if (isEmpty)
    return (
      <EmptyState icon={SwatchBook} title={strings.title} hint={strings.partHint}>
        <Button icon={SwatchBook} onClick={open}>
          {strings.open}
        </Button>
      </EmptyState>
    );
  return (
    <ScrollArea className={styles.body}>
      <div className={styles.panel}>
        <Button size="sm" icon={SwatchBook} onClick={open}>
          {strings.open}
        </Button>
        {colours.length > 0 && (
          <ul aria-label={strings.colours} className={styles.colours}>
            {colours.map(({ name, value, role }) => (
              <li key={name}>
                <i style={{ background: value }} aria-hidden={true} />
                <span className={styles.name} title={name}>
                  {name}
                </span>
                <span className={styles.said}>{role === undefined ? value : strings.roles[role]}</span>
              </li>
            ))}
          </ul>
        )}
        {FONT_ROLES.map((role) => {
          const { font, weight = role === 'titles' ? 700 : 400 } = fonts[role] ?? {};
          if (font === undefined) return null;
          return (
            <div key={role} className={styles.font}>
              <FontWords {...{ project, font, weight }} text={strings.fontSamples[role]} />
              <span className={styles.said}>{`${strings.fontRoles[role]} · ${font}`}</span>
            </div>
          );
        })}
        {logos.length > 0 && (
          <ul aria-label={strings.logos} className={styles.logos}>
            {logos.map((logo) => {
              const { name, asset } = logo;
              const entry = assetNamed(assets, asset);
              return (
                <li key={name} title={name}>
                  {entry === undefined ? (
                    <span className={styles.said}>{name}</span>
                  ) : (
                    <LogoPicture project={project} asset={entry} ground={logoBackground(logo, colours)} alt={name} />
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {music !== undefined && (
          <p className={styles.music}>
            <span className={styles.said}>{strings.music}</span>
            <FileName name={music.asset} />
          </p>
        )}
      </div>
    </ScrollArea>
  );
}
