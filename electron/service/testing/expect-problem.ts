import { expect } from 'vitest';

/** Checks that the service refused a request with this status and the problem of this code. */
export async function expectProblem(answer: Response | Promise<Response>, status: number, code: string): Promise<void> {
  const refused = await answer;
  const problem = (await refused.json()) as { readonly code?: unknown };
  expect([refused.status, problem.code]).toEqual([status, code]);
}
