import { Check, Contrast, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatNumber } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { type BrandColor, COLOR_ROLES, type ColorRole } from '#shared/brand/brand-kit.ts';
import { contrastPairs, MIN_LARGE_TEXT_CONTRAST, MIN_TEXT_CONTRAST } from '#shared/brand/contrast.ts';
import styles from './brand.module.css';
import { BrandGroup } from './brand-group.tsx';
import { NameField } from './name-field.tsx';
import { freeName, type SectionProps } from './section-props.ts';

const FIRST_COLOR = '#808080';

/** The colors of the brand, with the contrast of text colors on backgrounds. */
export function ColorsSection({ kit, onChange }: SectionProps) {
  const { brand: strings } = useStrings();
  const colours = kit.colours ?? [];
  /** The index of the color whose fields are open; null if none are. */
  const [open, setOpen] = useState<number | null>(null);
  const set = (next: readonly BrandColor[]) => onChange({ ...kit, colours: [...next] });
  return (
    <BrandGroup
      title={strings.colours}
      count={colours.length}
      end={
        <IconButton
          icon={Plus}
          size="sm"
          label={strings.addColor}
          onClick={() => {
            set([...colours, { name: freeName(strings.colorName, colours), value: FIRST_COLOR }]);
            setOpen(colours.length);
          }}
        />
      }
    >
      {colours.length === 0 ? (
        <p className={styles.hint}>{strings.noColors}</p>
      ) : (
        <ul className={styles.colours}>
          {colours.map((color, at) => (
            // The index is the key, so that renaming does not close the fields.
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the only stable identity
            <li key={at}>
              <ColorCard
                color={color}
                others={colours.filter((_, other) => other !== at)}
                open={open === at}
                onOpenChange={(next) => setOpen(next ? at : null)}
                onChange={(next) => set(colours.map((each, other) => (other === at ? next : withoutRole(each, next))))}
                onRemove={() => {
                  setOpen(null);
                  set(colours.filter((_, other) => other !== at));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <ContrastLine colours={colours} />
    </BrandGroup>
  );
}

/** Removes the role of a color if the changed color has the same role now. */
function withoutRole(color: BrandColor, changed: BrandColor): BrandColor {
  if (color.role === undefined || color.role !== changed.role) return color;
  const { role: _role, ...otherFields } = color;
  return otherFields;
}

interface ColorCardProps {
  readonly color: BrandColor;
  readonly others: readonly BrandColor[];
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onChange: (color: BrandColor) => void;
  readonly onRemove: () => void;
}

function ColorCard({ color, others, open, onOpenChange, onChange, onRemove }: ColorCardProps) {
  const { brand: strings } = useStrings();
  const [preview, setPreview] = useState<string | null>(null);
  const { name, value, role } = color;
  const { role: _role, ...colorWithoutRole } = color;
  const roleLabel = role === undefined ? '' : strings.roles[role];
  return (
    <Popover
      label={name}
      open={open}
      onOpenChange={onOpenChange}
      trigger={
        <button type="button" className={styles.colour} aria-label={strings.editColor(name, value, roleLabel)}>
          <i style={{ background: preview ?? value }} />
          <span className={styles.name}>{name}</span>
          <span className={`${styles.code} mono`}>{preview ?? value}</span>
          <span className={styles.said}>{roleLabel}</span>
        </button>
      }
    >
      <div className={styles.fields}>
        <NameField name={name} others={others} onName={(next) => onChange({ ...color, name: next })} />
        <Field label={strings.colour}>
          <ColorField
            value={value}
            onPreview={setPreview}
            onCancel={() => setPreview(null)}
            onCommit={(next) => {
              setPreview(null);
              onChange({ ...color, value: next });
            }}
          />
        </Field>
        <Field label={strings.role}>
          <Select<ColorRole | ''>
            value={role ?? ''}
            placeholder={strings.noRole}
            options={[
              { value: '', label: strings.noRole },
              ...COLOR_ROLES.map((each) => ({ value: each, label: strings.roles[each], hint: `brand_${each}` })),
            ]}
            onChange={(next) => onChange(next === '' ? colorWithoutRole : { ...color, role: next })}
          />
        </Field>
        <Button variant="danger" size="sm" onClick={onRemove}>
          {strings.remove}
        </Button>
      </div>
    </Popover>
  );
}

/** Rounds a ratio, but rounds an insufficient contrast down, so that 4.49 is not shown as 4.5. */
const ratioText = (ratio: number) =>
  formatNumber((ratio < MIN_TEXT_CONTRAST ? Math.floor(ratio * 10) : Math.round(ratio * 10)) / 10, 1);

function ContrastLine({ colours }: { readonly colours: readonly BrandColor[] }) {
  const { brand: strings } = useStrings();
  const pairs = contrastPairs({ colours: [...colours] });
  const least = Math.min(...pairs.map(({ ratio }) => ratio));
  const isEnough = least >= MIN_TEXT_CONTRAST;
  const isUnreadable = least < MIN_LARGE_TEXT_CONTRAST;
  if (colours.length === 0) return null;
  return (
    <div className={styles.contrast}>
      <Icon icon={Contrast} size={14} className={styles.dim} />
      <span className={styles.grow}>
        {pairs.length === 0
          ? strings.noPairs
          : pairs
              .map(({ text, background: ground, ratio }) => strings.pair(text.name, ground.name, ratioText(ratio)))
              .join(', ')}
      </span>
      {pairs.length > 0 && (
        <Badge
          tone={isEnough ? 'success' : isUnreadable ? 'danger' : 'warning'}
          icon={isEnough ? Check : TriangleAlert}
        >
          {(isEnough ? strings.allOver : strings.below)(
            formatNumber(isUnreadable ? MIN_LARGE_TEXT_CONTRAST : MIN_TEXT_CONTRAST, 1),
          )}
        </Badge>
      )}
    </div>
  );
}
