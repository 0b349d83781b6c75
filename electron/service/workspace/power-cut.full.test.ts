import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { amount, cases } from '#shared/testing/scale.ts';
import { openWorkspace } from './open-workspace.ts';
import { forgetfulFiles, SURVIVALS, type Survival } from './testing/forgetful-files.ts';
import { type Operation, operations, resultOf } from './testing/operations.ts';

/** The number of outcomes to try. The least likely outcome is last. */
const WAYS = amount('powerCutWays');

/**
 * Runs the operation in a workspace. Cuts the power before its n-th call, or after its answer if there are fewer calls.
 * Compares the state after a restart with the states before and after the operation. Returns whether the power was cut
 * during the operation.
 */
async function cutOnce(
  operation: Operation,
  expected: Awaited<ReturnType<typeof resultOf>>,
  { n, survival }: { readonly n: number; readonly survival: Survival },
): Promise<boolean> {
  await using folder = await temporaryFolder();
  const workspace = await openWorkspace({ folder: folder.path, clock: Date.now });
  const work = await operation.prepare(workspace);
  const old = operation.look(workspace);
  await workspace.close();

  const forgetful = forgetfulFiles(folder.path);
  const cut = await openWorkspace({ folder: folder.path, clock: Date.now, files: forgetful.files });
  forgetful.cutAt(n);
  const answered = await work(cut).then(
    () => true,
    () => false,
  );
  const during = forgetful.isCut();
  forgetful.cut();
  await using found = await temporaryFolder();
  forgetful.restore(survival, found.path);
  await cut.close();

  const where = `call ${n}, ${survival} survives`;
  const after = await openWorkspace({ folder: found.path, clock: Date.now });
  try {
    const left = operation.look(after);
    if (answered) expect(left, where).toEqual(expected.look);
    else expect([old, expected.look], where).toContainEqual(left);
    await work(after);
    expect(operation.look(after), where).toEqual(expected.look);
    expect(await operation.end(after), where).toEqual(expected.end);
  } finally {
    await after.close();
  }
  return during;
}

test.each(cases(2, operations))(
  'a power cut in a $name leaves the old or new state',
  { tags: ['promise:P2', 'promise:F6'] },
  async (operation) => {
    const expected = await resultOf(operation);
    for (const survival of SURVIVALS.slice(0, WAYS)) {
      let n = 1;
      while (await cutOnce(operation, expected, { n, survival })) n += 1;
      expect(n).toBeGreaterThan(3);
    }
  },
);
