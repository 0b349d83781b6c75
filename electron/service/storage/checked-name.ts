import { nameProblem } from '#shared/names/asset-name.ts';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The name, if it can be one; throws the given code with the reason. */
export function checkedName(name: string, code: 'asset/invalid-name' | 'project/invalid-name'): string {
  const problem = nameProblem(name);
  if (problem !== null) throw new ServiceError(code, statement('name/refused', { problem }));
  return name;
}
