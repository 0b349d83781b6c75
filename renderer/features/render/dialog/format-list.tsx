import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { clsx } from 'clsx';
import { ChevronDown, ChevronUp, Circle, CircleDot } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FormatEntry } from '#renderer/api/queries/use-renders.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { codecName } from '#renderer/ui/format/media-names.ts';
import styles from './format-list.module.css';

/** The formats that most users need. A button shows the others. */
const COMMON_FORMATS = ['mp4', 'webm', 'mov', 'gif', 'mp3'];

export interface FormatListProps {
  /** The formats; undefined while loading. */
  readonly formats: readonly FormatEntry[] | undefined;
  /** The content to show while the formats load. */
  readonly placeholder: ReactNode;
  readonly value: string;
  /** Whether the film is transparent. If so, formats that keep its opacity are marked. */
  readonly isTransparent: boolean;
  readonly onChange: (format: string) => void;
  /** Whether the film has a maximum size. If so, formats that cannot limit the size are disabled. */
  readonly isSized: boolean;
  /** Called before a link opens another screen or panel. The caller closes the dialog. */
  readonly onLeave: () => void;
}

/** Placeholders for the formats while they load. */
export const formatSkeleton = COMMON_FORMATS.map((name) => <Skeleton key={name} height={44} radius={5} />);

/** The list of formats and their uses. Formats that this machine cannot encode are disabled. */
export function FormatList({
  formats,
  placeholder,
  value,
  isTransparent,
  onChange,
  isSized,
  onLeave,
}: FormatListProps) {
  const { render: strings } = useStrings();
  const [opened, setOpened] = useState(!COMMON_FORMATS.includes(value));
  const { go } = useNavigation();
  const first = COMMON_FORMATS.flatMap((name) => formats?.find((format) => format.name === name) ?? []);
  const others = formats?.filter(({ name }) => !COMMON_FORMATS.includes(name)) ?? [];
  const visible = [...first, ...(opened ? others : [])];
  const lacking = visible.some(({ available }) => !available);
  return (
    <div className={styles.column} data-field="format">
      <h3 className={styles.title}>{strings.formatTitle}</h3>
      {formats === undefined ? (
        placeholder
      ) : (
        <RadioGroup
          aria-label={strings.formatTitle}
          value={value}
          onValueChange={(next: string) => onChange(next)}
          className={styles.group}
        >
          {visible.map((format) => (
            <FormatOption
              key={format.name}
              format={format}
              checked={format.name === value}
              isMarked={isTransparent && format.alpha === 'kept'}
              isTooLarge={isSized && !format.sizable}
            />
          ))}
        </RadioGroup>
      )}
      {others.length > 0 && (
        <Button
          variant="quiet"
          size="sm"
          icon={opened ? ChevronUp : ChevronDown}
          className={styles.more}
          onClick={() => setOpened(!opened)}
        >
          {opened ? strings.fewerFormats : strings.moreFormats(others.length)}
        </Button>
      )}
      {lacking && (
        <p className={styles.lacking}>
          {strings.notHere}{' '}
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              onLeave();
              go({ screen: 'settings' });
            }}
          >
            {strings.toSettings}
          </button>
        </p>
      )}
    </div>
  );
}

interface FormatOptionProps {
  readonly format: FormatEntry;
  readonly checked: boolean;
  /** Whether to mark the format because it keeps the opacity of the film. */
  readonly isMarked: boolean;
  /** Whether the film has a maximum size but the format cannot limit the size. */
  readonly isTooLarge: boolean;
}

function FormatOption({ format, checked, isMarked, isTooLarge }: FormatOptionProps) {
  const { render: strings } = useStrings();
  const { name, label, available, purpose, reason, values } = format;
  const why = available ? (isTooLarge ? strings.noSizeOfFormat(label) : null) : strings.notHere;
  return (
    <Radio.Root
      value={name}
      disabled={!available || isTooLarge}
      aria-label={isMarked ? `${name}, ${strings.keepsAlphaHint}` : name}
      className={styles.option}
    >
      <Icon icon={checked ? CircleDot : Circle} size={14} className={clsx(checked ? styles.on : styles.off)} />
      <span className={styles.name}>
        {name}
        {isMarked && (
          <span className={styles.alpha} title={strings.keepsAlphaHint}>
            {strings.keepsAlpha}
          </span>
        )}
      </span>
      <span className={styles.codecs}>{codecsOf(format, strings)}</span>
      <small className={styles.purpose}>{why ?? say({ message: purpose, reason, values })}</small>
    </Radio.Root>
  );
}

function codecsOf({ videoCodec, audioCodec }: FormatEntry, words: Catalogue['render']): string {
  if (videoCodec === null) return codecName(audioCodec ?? '');
  const picture = codecName(videoCodec);
  return audioCodec === null ? words.noSound(picture) : words.codecPair(picture, codecName(audioCodec));
}
