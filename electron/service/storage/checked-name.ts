import { message } from '#shared/messages/message.ts';
import { nameProblem } from '#shared/names/asset-name.ts';
import { ServiceError } from '../errors/service-error.ts';

/** Returns the name if it is valid. Otherwise throws the given code with the reason. */
export function checkedName(name: string, code: 'asset/invalid-name' | 'project/invalid-name'): string {
  const problem = nameProblem(name);
  if (problem !== null) throw new ServiceError(code, message('name/refused', { problem }));
  return name;
}
