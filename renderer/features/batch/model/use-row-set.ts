import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { readEditingRecord, saveEditingRecord } from '#renderer/api/templates/use-editing-record.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { addSet, editingRecordJson, parseEditingRecord, setSample } from '#shared/editing/editing-record.ts';

/** Makes a row's values a data set of the template, which the editor then shows. */
export function useRowSet(project: string, template: string) {
  const api = useApi();
  const { batch } = useStrings();
  const toasts = useToast();
  return (wanted: string, values: ReadonlyMap<string, string>): void => {
    const add = async () => {
      const { record: json, etag } = await readEditingRecord(api, project, template);
      const record = parseEditingRecord(json);
      const id = crypto.randomUUID();
      const taken = new Set(record.dataSets.map((set) => set.name.toLowerCase()));
      let name = wanted;
      for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`;
      const added = addSet(record, { id, name });
      if (!added.ok) throw new Error(say(added.error));
      const filled = [...values].reduce(
        (current, [variable, value]) => setSample(current, { set: id, variable, value }),
        added.value,
      );
      await saveEditingRecord(api, { project, name: template, record: editingRecordJson(filled), etag });
      toasts.show({ message: batch.usedAsSet(name), tone: 'success' });
    };
    add().catch((error: unknown) =>
      toasts.show({ message: batch.didNotWork, detail: problemText(error), tone: 'danger' }),
    );
  };
}
