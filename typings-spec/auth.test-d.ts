import { createApi, type MiddlewareRequest, type Plugin, type Result, withHeaders } from 'homing';
import {
  AuthError,
  type AuthErrorReason,
  type AuthOptions,
  AuthPlugin,
  AuthSessions,
  type Credentials,
  type CredentialSource,
  type CredentialStore,
  type Lock,
  webLock,
} from 'homing/auth';
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd';

// A function is a source, and so is an object with refresh; both may take less than they are given.
const auth = new AuthPlugin(async (stale, signal) => {
  expectType<Credentials | undefined>(stale);
  expectType<AbortSignal>(signal);
  return { token: 'T', expiresAt: Date.now() + 1000 };
});
new AuthPlugin(async () => null);
new AuthPlugin({ refresh: async () => ({ token: 'T' }) });
expectError(new AuthPlugin(() => 'T'));
expectError(new AuthPlugin(async () => undefined));
expectError(new AuthPlugin({}));
expectError(new AuthPlugin());

// It goes wherever a plugin does.
expectAssignable<Plugin>(auth);
const api = createApi({ baseUrl: '/', middleware: [auth], requests: {} });
expectType<boolean>(auth.isRefreshing);
expectType<Promise<void>>(auth.set({ token: 'T', scheme: 'DPoP', refreshToken: 'R' }));
expectType<Promise<void>>(auth.clear());
expectError(auth.set({}));
expectError(auth.set({ token: 'T', expiresAt: new Date() }));

// A store may answer at once or later; a lock is a function, with or without what tells the others.
expectAssignable<CredentialStore>({ load: () => undefined, save: () => undefined });
expectAssignable<CredentialStore>({ load: async () => ({ token: 'T' }), save: async () => 5 });
expectNotAssignable<CredentialStore>({ load: () => 'T', save: () => undefined });
expectAssignable<Lock>(<T>(task: () => Promise<T>) => task());
expectType<Lock>(webLock('session'));
expectAssignable<AuthOptions>({ refreshAhead: 1, lock: webLock('x'), origins: ['https://api.test'] });
expectNotAssignable<AuthOptions>({ origins: 'https://api.test' });
expectAssignable<CredentialSource>({ refresh: async () => null });

// What may be overridden.
class Keyed extends AuthPlugin {
  protected override apply(request: MiddlewareRequest, { token }: Credentials): void {
    request.setHeader('x-api-key', token);
  }

  protected override isRejected({ error }: Result<unknown>): boolean {
    return error?.status === 403;
  }

  protected override appliesTo(): boolean {
    return true;
  }
}

const sessions = new AuthSessions({ make: (id) => new Keyed(async () => ({ token: id })) });
expectType<AuthPlugin>(sessions.for('ada'));
withHeaders(api, {}, { middleware: [sessions.for('ada')] });
expectError(new AuthSessions({}));
expectError(sessions.for(5));

expectType<AuthErrorReason>(new AuthError('failed', { cause: 1 }).reason);
expectError(new AuthError('other'));
