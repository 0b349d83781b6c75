import { CircleCheck, TriangleAlert } from 'lucide-react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import type { FarmCheck, useCheckFarm } from '#renderer/api/queries/use-farm.ts';
import { sayTold } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import shared from '../page/settings.module.css';
import styles from './farm-section.module.css';

/** What came of trying queue and store. */
export function CheckResult({ check }: { readonly check: ReturnType<typeof useCheckFarm> }) {
  const { farm } = useStrings();
  const { form: words } = farm;
  return (
    <div role="status" className={styles.results}>
      {check.isPending && <p className={shared.text}>{words.testing}</p>}
      {check.isError && <Line title={words.notTested} detail={problemText(check.error)} />}
      {check.isSuccess && (
        <>
          <Trial trial={check.data.queue} works={words.queueWorks} fails={words.queueFails} />
          <Trial trial={check.data.store} works={words.storeWorks} fails={words.storeFails} />
        </>
      )}
    </div>
  );
}

interface TrialProps {
  readonly trial: FarmCheck['queue'];
  readonly works: string;
  readonly fails: string;
}

function Trial({ trial, works, fails }: TrialProps) {
  if (trial.ok) return <Line title={works} detail={null} />;
  return <Line title={fails} detail={sayTold(trial)} />;
}

function Line({ title, detail }: { readonly title: string; readonly detail: string | null }) {
  const isFine = detail === null;
  return (
    <p className={styles.result}>
      <Icon icon={isFine ? CircleCheck : TriangleAlert} size={14} className={isFine ? shared.good : shared.warning} />
      <span>
        {title}
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </span>
    </p>
  );
}
