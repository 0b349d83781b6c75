import type { NoValues } from '../no-values.ts';

/** Reasons why farm settings are invalid. Each consists of complete sentences without possible secrets. */
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
  /** `variable` is the name of an environment variable. */
  'farm-setting/twice': { readonly variable: string };
  'farm-setting/authority': { readonly variable: string };
  /** `code` is from the system, such as `ENOENT`. */
  'farm-setting/file': { readonly variable: string; readonly code: string };
  /** The first byte that is not UTF-8, such as `0xFC`. */
  'farm-setting/encoding': {
    readonly variable: string;
    readonly file: string;
    readonly byte: string;
    readonly line: number;
  };
  'farm-setting/kept': { readonly file: string };
}
