/**
 * Does the same for each of many things, so many at a time. After a failure nothing more is begun; when all that was
 * begun has ended, the first failure is thrown.
 */
export async function runTogether<Each>(
  all: readonly Each[],
  atOnce: number,
  work: (each: Each) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const queue = all[Symbol.iterator]();
  const takeTurns = async (): Promise<void> => {
    for (const each of queue) {
      if (failures.length > 0) return;
      await work(each).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, takeTurns));
  if (failures.length > 0) throw failures[0];
}
