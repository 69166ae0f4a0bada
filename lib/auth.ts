export {
  AuthError,
  type AuthErrorReason,
  type AuthOptions,
  type Credentials,
  type CredentialSource,
  type CredentialStore,
  type Lock,
} from './parts/auth/credentials.js';
export { AuthPlugin, AuthSessions, type AuthSessionsOptions } from './parts/auth/auth-plugin.js';
export { webLock } from './parts/auth/vault.js';
