import { Plus, Trash2, X } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { BrandCheck } from '#shared/brand/brand-kit.ts';
import { CHECK_CODES } from '#shared/film-check/check-table.ts';
import { PLATFORM_NAMES } from '#shared/film-check/platforms.ts';
import styles from './brand.module.css';
import { BrandGroup } from './brand-group.tsx';
import { NameField } from './name-field.tsx';
import { freeName, type SectionProps } from './section-props.ts';

type OwnPlatform = NonNullable<BrandCheck['platforms']>[number];

/** The margins of a new platform, as shares of the frame. */
const NEW_MARGINS = { top: 0.1, right: 0.1, bottom: 0.2, left: 0.1 };
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const MAX_PERCENT = 90;

/** The platforms of the project, and the checks that are switched off for it. */
export function CheckSection({ kit, onChange }: SectionProps) {
  const { check } = useStrings();
  const strings = check.settings;
  const { platforms = [], off = [] } = kit.check ?? {};
  const set = (next: BrandCheck) => onChange({ ...kit, check: { ...kit.check, ...next } });
  const setPlatforms = (next: readonly OwnPlatform[]) => set({ platforms: [...next] });
  const taken = [...platforms, ...PLATFORM_NAMES.map((name) => ({ name }))];
  return (
    <BrandGroup
      title={strings.title}
      end={
        <IconButton
          icon={Plus}
          size="sm"
          label={strings.add}
          onClick={() =>
            setPlatforms([...platforms, { name: freeName(strings.newName, platforms), margins: NEW_MARGINS }])
          }
        />
      }
    >
      {platforms.length === 0 && <p className={styles.hint}>{strings.noPlatforms}</p>}
      <ul className={styles.platforms} aria-label={strings.platforms}>
        {platforms.map((platform, at) => (
          // The index is the key, so that renaming does not lose the focus.
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the only stable identity
          <li key={at}>
            <PlatformRow
              platform={platform}
              others={taken.filter((other) => other !== platform)}
              onChange={(next) => setPlatforms(platforms.map((each, other) => (other === at ? next : each)))}
              onRemove={() => setPlatforms(platforms.filter((_, other) => other !== at))}
            />
          </li>
        ))}
      </ul>
      <div className={styles.offHead}>
        <span className={styles.label}>{strings.off}</span>
        <Menu
          align="end"
          trigger={<IconButton icon={Plus} size="sm" label={strings.switchOff} />}
          entries={CHECK_CODES.filter((code) => !off.includes(code)).map((code) => ({
            ...{ kind: 'command', id: code, label: code },
            run: () => set({ off: [...off, code] }),
          }))}
        />
      </div>
      {off.length === 0 && <p className={styles.hint}>{strings.noOff}</p>}
      <ul className={styles.offCodes} aria-label={strings.off}>
        {off.map((code) => (
          <li key={code} className={styles.offCode}>
            <code>{code}</code>
            <IconButton
              icon={X}
              size="sm"
              label={strings.switchOn(code)}
              onClick={() => set({ off: off.filter((each) => each !== code) })}
            />
          </li>
        ))}
      </ul>
    </BrandGroup>
  );
}

interface PlatformRowProps {
  readonly platform: OwnPlatform;
  readonly others: readonly { readonly name: string }[];
  readonly onChange: (platform: OwnPlatform) => void;
  readonly onRemove: () => void;
}

/** The name of a platform, and its margins in percent. */
function PlatformRow({ platform, others, onChange, onRemove }: PlatformRowProps) {
  const { check } = useStrings();
  const strings = check.settings;
  const { name, margins } = platform;
  return (
    <div className={styles.platform}>
      <div className={styles.platformHead}>
        <NameField
          name={name}
          others={others}
          onName={(next) => onChange({ ...platform, name: next.replaceAll(',', ' ') })}
        />
        <IconButton icon={Trash2} size="sm" label={strings.remove(name)} onClick={onRemove} />
      </div>
      <div className={styles.margins}>
        {SIDES.map((side) => (
          <div key={side} className={styles.margin}>
            <span aria-hidden={true}>{strings.margins[side]}</span>
            <NumberField
              size="sm"
              label={strings.marginOf(strings.margins[side])}
              value={Math.round(margins[side] * 1000) / 10}
              min={0}
              max={MAX_PERCENT}
              precision={1}
              unit="%"
              onCommit={(percent) => onChange({ ...platform, margins: { ...margins, [side]: percent / 100 } })}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
