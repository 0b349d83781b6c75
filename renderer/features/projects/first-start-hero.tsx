import { clsx } from 'clsx';
import { Play, Plus, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useAction } from '#renderer/actions/use-actions.tsx';
import { useProjects } from '#renderer/api/queries/use-projects.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { keysLabel } from '#renderer/ui/format/keys.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import styles from './first-start-hero.module.css';
import { ImportButton } from './import-button.tsx';
import { ProjectPoster } from './project-poster.tsx';
import type { FirstStartState } from './use-first-start.ts';

export interface FirstStartHeroProps {
  readonly start: FirstStartState;
  /** The designs to start from, at the top. */
  readonly designs: ReactNode;
  readonly onCreate: () => void;
}

/**
 * The screen of the first start, with an introduction and ways to begin. The sample project is created in the
 * background.
 */
export function FirstStartHero({ start, designs, onCreate }: FirstStartHeroProps) {
  const { projects: strings } = useStrings();
  const navigation = useNavigation();
  const { keys } = useAction('render/open');
  const steps = [
    [strings.stepOpen, strings.stepOpenHint],
    [strings.stepVariable, strings.stepVariableHint],
    [strings.stepRender, strings.stepRenderHint(keys === undefined ? null : keysLabel(keys, isMac))],
  ] as const;
  const [isRequested, setIsRequested] = useState(false);
  const createdSample = start.state === 'ready' ? start.start : null;
  const isWaiting = isRequested && start.state !== 'failed';
  // If the user opened the sample before it was created, open it as soon as it exists.
  useEffect(() => {
    if (isRequested && createdSample !== null)
      navigation.go({ screen: 'project', project: createdSample.sample, template: createdSample.template });
  }, [isRequested, createdSample, navigation]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 className={styles.title}>{strings.heroTitle}</h1>
          <p className={styles.text}>{strings.heroText}</p>
        </div>
        <div className={styles.buttons}>
          {start.state === 'failed' ? (
            <Button size="lg" icon={RotateCw} onClick={start.make}>
              {strings.makeSample}
            </Button>
          ) : (
            <Button size="lg" icon={Play} busy={isWaiting} onClick={() => setIsRequested(true)}>
              {strings.openSample}
            </Button>
          )}
          <Button size="lg" icon={Plus} onClick={onCreate}>
            {strings.create}
          </Button>
          <ImportButton isLarge={true} />
        </div>
      </header>
      <section aria-label={strings.heroDesigns} className={styles.designs}>
        <h2 className={styles.heading}>{strings.heroDesigns}</h2>
        {designs}
      </section>
      <div className={styles.sample}>
        <SampleCard start={start} onOpen={() => setIsRequested(true)} />
        <ol className={styles.steps}>
          {steps.map(([name, hint], index) => (
            <li key={name} className={styles.step}>
              <span aria-hidden={true} className={`${styles.number} tabular`}>
                {index + 1}
              </span>
              <span>
                <span className={styles.stepName}>{name}</span>
                <br />
                <span className={styles.stepHint}>{hint}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/**
 * The card of the sample project. A click opens the sample. If the sample could not be created, the card only says so.
 */
function SampleCard({ start, onOpen }: { readonly start: FirstStartState; readonly onOpen: () => void }) {
  const { projects: strings } = useStrings();
  const sample = useProjects().data?.find(({ uid }) => uid === start.start?.sample);
  return (
    <div className={styles.card} role="status" aria-busy={start.state === 'making'}>
      {sample === undefined ? (
        <Skeleton aspectRatio="16 / 9" radius={0} />
      ) : (
        <ProjectPoster project={sample.uid} updatedAt={sample.updatedAt} hasContent={sample.counts.assets > 0} />
      )}
      <div className={styles.body}>
        {start.state === 'failed' ? (
          <span className={styles.name}>{strings.sampleFailed}</span>
        ) : (
          <button type="button" className={clsx(styles.name, styles.open)} onClick={onOpen}>
            {sample?.name ?? strings.makingSample}
          </button>
        )}
        <span className={`${styles.facts} tabular`}>
          {start.problem ??
            (sample &&
              `${strings.templates(sample.counts.templates)} · ${strings.assets(sample.counts.assets)} · ${formatSize(sample.bytes)}`)}
        </span>
      </div>
    </div>
  );
}
