import type { StandardSchemaV1 } from 'homing';

export interface Login {
  login: string;
}

export const loginSchema: StandardSchemaV1<unknown, Login> = {
  '~standard': {
    version: 1,
    vendor: 'mine',
    validate: (value) => ({ value: { login: String(value) } }),
  },
};
