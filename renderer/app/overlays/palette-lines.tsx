import { useEffect, useRef } from 'react';
import type { PaletteLine, PaletteSection } from '#renderer/actions/runtime/find-commands.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import styles from './command-palette.module.css';
import { markedRuns } from './marked-runs.ts';

export interface PaletteLinesProps {
  readonly sections: readonly PaletteSection[];
  readonly activeId: string | null;
  readonly optionId: (id: string) => string;
  readonly onRun: (line: PaletteLine) => void;
}

/** The palette's findings under their headings. The focus stays in the text above. */
export function PaletteLines({ sections, activeId, optionId, onRun }: PaletteLinesProps) {
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (activeId !== null) active.current?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return sections.map(({ heading, lines }) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box, which has no element
    <div key={heading} role="group" aria-label={heading}>
      <div aria-hidden={true} className={styles.heading}>
        {heading}
      </div>
      {lines.map((line) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled where the focus is, in the text above
        <div
          key={line.id}
          ref={line.id === activeId ? active : undefined}
          id={optionId(line.id)}
          role="option"
          tabIndex={-1}
          aria-selected={line.id === activeId}
          aria-disabled={!line.enabled || undefined}
          className={styles.line}
          onClick={() => onRun(line)}
        >
          {line.icon === undefined ? <span /> : <Icon icon={line.icon} />}
          <span className={styles.label}>
            <Marked text={line.label} positions={line.positions} />
            {!line.enabled && line.hint !== undefined && (
              <span className={`${styles.hint} ${styles.reason}`}>{line.hint}</span>
            )}
          </span>
          {line.keys !== undefined ? (
            <Kbd keys={line.keys} />
          ) : (
            <span className={`${styles.hint} tabular`}>{line.enabled && line.hint}</span>
          )}
        </div>
      ))}
    </div>
  ));
}

/** A text with the letters that were found set off. */
function Marked({ text, positions }: { readonly text: string; readonly positions: readonly number[] }) {
  const runs = markedRuns(text, positions);
  return runs.map((run) => (run.isMarked ? <mark key={run.start}>{run.text}</mark> : run.text));
}
