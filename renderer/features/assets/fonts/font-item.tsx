import { clsx } from 'clsx';
import { CircleX } from 'lucide-react';
import { useEngineSample, useFontFace } from '#renderer/project/fonts.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import styles from './font-list.module.css';
import { type FontRow, fontSample } from './font-rows.ts';
import type { FontCommands } from './use-font-commands.ts';

export interface FontItemProps {
  readonly project: string;
  readonly row: FontRow;
  /** The selected text; null if no text is selected. */
  readonly text: string | null;
  /** Whether the selected text uses the font of this row. */
  readonly isUsed: boolean;
  /** The font files of the project that can replace a missing family. */
  readonly files: readonly string[];
  readonly tabIndex: number;
  readonly commands: FontCommands;
}

/** A font with a sample text. */
export function FontItem({ project, row, text, isUsed, files, tabIndex, commands }: FontItemProps) {
  const { assets } = useStrings();
  const { fonts: words } = assets;
  const sample = fontSample(row.family, text, words.pangram);
  const isMissing = row.kind === 'missing';
  return (
    <li className={clsx(styles.item, isMissing && styles.missing)}>
      <button
        type="button"
        data-font=""
        tabIndex={tabIndex}
        aria-pressed={isUsed}
        aria-label={`${row.family}, ${isMissing ? words.missing : factsOf(row, words)}`}
        className={styles.choose}
        onClick={() => commands.use(row)}
      >
        {isMissing ? (
          <span className={styles.lost}>
            <Icon icon={CircleX} size={14} />
            {words.missing}
          </span>
        ) : row.kind === 'bundled' ? (
          <BundledSample project={project} family={row.family} text={sample} />
        ) : (
          <FileSample project={project} row={row} text={sample} />
        )}
        <span className={styles.facts}>
          <span className={styles.family}>{row.family}</span>
          <span className={styles.more}>{factsOf(row, words)}</span>
        </span>
      </button>
      {isMissing && <Relink row={row} files={files} commands={commands} />}
      {row.uses.length > 0 && (
        <button type="button" className={styles.uses} onClick={() => commands.showUse(row)}>
          {words.uses(row.uses.length)}
        </button>
      )}
    </li>
  );
}

type Words = ReturnType<typeof useStrings>['assets']['fonts'];

function factsOf({ kind, files, family }: FontRow, words: Words): string {
  if (kind === 'missing') return [...files.filter((name) => name !== family), words.fallback].join(' · ');
  if (kind === 'bundled') return words.scripts[family as keyof Words['scripts']] ?? '';
  return files.length === 1 ? (files[0] ?? '') : words.files(files.length);
}

function FileSample({
  project,
  row,
  text,
}: {
  readonly project: string;
  readonly row: FontRow;
  readonly text: string;
}) {
  const face = useFontFace(project, row.file);
  return (
    <span
      aria-hidden={true}
      className={clsx(styles.sample, face === null && styles.waits)}
      style={face === null ? undefined : { fontFamily: `"${face}"` }}
    >
      {text}
    </span>
  );
}

interface BundledSampleProps {
  readonly project: string;
  readonly family: string;
  readonly text: string;
}

/**
 * A sample of a bundled font. The picture is a mask that is filled with the text color of the theme; color fonts keep
 * their own colors.
 */
function BundledSample({ project, family, text }: BundledSampleProps) {
  const { picture, isComing } = useEngineSample(project, family, text);
  if (picture === null)
    return (
      <span aria-hidden={true} className={styles.drawn}>
        {isComing && <Skeleton height="100%" />}
      </span>
    );
  const address = `url("${picture}")`;
  const isColored = family === 'Noto Color Emoji';
  return (
    <span
      aria-hidden={true}
      className={clsx(styles.drawn, styles.shown, isColored && styles.colored)}
      style={{ maskImage: address, ...(isColored && { backgroundImage: address }) }}
    />
  );
}

function Relink({ row, files, commands }: Pick<FontItemProps, 'row' | 'files' | 'commands'>) {
  const { assets } = useStrings();
  const button = <Button size="sm">{assets.relink}</Button>;
  // A missing file can be replaced only by another file.
  if (row.files.length > 0 || files.length === 0)
    return (
      <Button size="sm" onClick={() => void commands.provide(row, null)}>
        {assets.relink}
      </Button>
    );
  return (
    <Menu
      align="end"
      trigger={button}
      entries={[
        {
          kind: 'command',
          id: 'choose',
          label: assets.fonts.chooseFile,
          run: () => void commands.provide(row, null),
        },
        { kind: 'separator', id: 'files' },
        ...files.map((name) => ({
          kind: 'command' as const,
          id: name,
          label: name,
          run: () => void commands.provide(row, name),
        })),
      ]}
    />
  );
}
