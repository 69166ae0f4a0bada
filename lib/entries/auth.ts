export {
  AuthError,
  type AuthErrorReason,
  type AuthOptions,
  type Credentials,
  type CredentialSource,
  type CredentialStore,
  type Lock,
} from '../features/auth/credentials.js';
export { AuthPlugin, AuthSessions, type AuthSessionsOptions } from '../features/auth/auth-plugin.js';
export { indexedDbCredentials } from '../features/auth/indexed-db-credentials.js';
export { memoryCredentials } from '../features/auth/memory-credentials.js';
export { webLock } from '../features/auth/locked-store.js';
