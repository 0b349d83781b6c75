import { clsx } from 'clsx';
import { createContext, use } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { nearColor } from '#shared/brand/near-color.ts';
import { Button } from '../controls/button.tsx';
import { Tooltip } from '../display/tooltip.tsx';
import styles from './color-field.module.css';

export interface NamedColor {
  readonly name: string;
  /** The color as `#rrggbb`. */
  readonly value: string;
}

/** The maximum number of colors whose names are always visible. For more colors, tooltips show the names. */
const MAX_NAMED = 8;

export const NamedColorsContext = createContext<readonly NamedColor[]>([]);

export interface NamedColorsProps {
  /** The current color. */
  readonly value: string | null;
  readonly onChoose: (value: string) => void;
}

/** The named colors of a picker. The color nearest to the current one is marked. */
export function NamedColors({ value, onChoose }: NamedColorsProps) {
  const colours = use(NamedColorsContext);
  const { brand: strings } = useStrings();
  if (colours.length === 0) return null;
  const isNamed = colours.length <= MAX_NAMED;
  const near = value === null ? null : nearColor(value, colours);
  return (
    <div className={styles.ofBrand}>
      <ul aria-label={strings.ofBrand} className={clsx(styles.swatches, isNamed && styles.withNames)}>
        {colours.map(({ name, value: hex }) => (
          <li key={name}>
            <Tooltip content={`${name}, ${hex}`}>
              <button
                type="button"
                aria-label={`${name}, ${hex}`}
                aria-pressed={near?.isSame === true && near.color.name === name}
                className={styles.named}
                onClick={() => onChoose(hex.toLowerCase())}
              >
                <i className={clsx(styles.swatch, styles.large)} style={{ background: hex }} />
                {isNamed && <span>{name}</span>}
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
      {near !== null && !near.isSame && (
        <p className={styles.near}>
          <span>{strings.nearTo(near.color.name)}</span>
          <Button size="sm" onClick={() => onChoose(near.color.value.toLowerCase())}>
            {strings.use(near.color.name)}
          </Button>
        </p>
      )}
    </div>
  );
}
