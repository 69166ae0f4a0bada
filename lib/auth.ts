export { AuthError } from './parts/auth/auth-error.js';
export type { AuthErrorReason } from './parts/auth/auth-error.js';
export type { AuthOptions } from './parts/auth/auth-options.js';
export { AuthPlugin } from './parts/auth/auth-plugin.js';
export { AuthSessions } from './parts/auth/auth-sessions.js';
export type { AuthSessionsOptions } from './parts/auth/auth-sessions.js';
export type { Credentials, CredentialSource, CredentialStore, Lock } from './parts/auth/credentials.js';
export { webLock } from './parts/auth/web-lock.js';
