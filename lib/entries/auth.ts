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
export { webLock } from '../features/auth/locked-store.js';
