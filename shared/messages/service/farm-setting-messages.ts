import type { NoValues } from '../no-values.ts';

/** Why what was said of a farm cannot be used. Each is whole sentences, without what may be a secret. */
export interface FarmSettingMessages {
  'farm-setting/no-queue': NoValues;
  'farm-setting/no-store': NoValues;
  'farm-setting/queue-address': NoValues;
  'farm-setting/queue-credentials': NoValues;
  'farm-setting/queue-exposed': NoValues;
  'farm-setting/store-address': NoValues;
  'farm-setting/store-credentials': NoValues;
  'farm-setting/store-exposed': NoValues;
  'farm-setting/folder-endpoint': NoValues;
  'farm-setting/no-keys': NoValues;
  'farm-setting/half-keys': NoValues;
  'farm-setting/prefix': NoValues;
  /** Name of a variable of the environment. */
  'farm-setting/twice': { readonly variable: string };
  'farm-setting/authority': { readonly variable: string };
  /** `code` is the system's, such as `ENOENT`. */
  'farm-setting/file': { readonly variable: string; readonly code: string };
  /** The first byte that is no UTF-8, such as `0xFC`. */
  'farm-setting/encoding': {
    readonly variable: string;
    readonly file: string;
    readonly byte: string;
    readonly line: number;
  };
  'farm-setting/kept': { readonly file: string };
}
