import { type DataSet, DEFAULT_SET, EMPTY_RECORD } from '../../../shared/editing/editing-record.ts';
import type { Catalogue } from '../../strings/catalogue.ts';

const UNNAMED = EMPTY_RECORD.dataSets[0]?.name;

/** What a data set is called. The first one has a name in the page's language until somebody gives it another. */
export function setTitle({ id, name }: Pick<DataSet, 'id' | 'name'>, words: Pick<Catalogue['variables'], 'firstSet'>) {
  return id === DEFAULT_SET && name === UNNAMED ? words.firstSet : name;
}
