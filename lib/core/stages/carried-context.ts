/**
 * What a call carries for the application: for its middleware, its observers, `onError` and the log's `label`. It is
 * never sent. An application gives it members by declaration merging:
 *
 * ```ts
 * declare module 'homing' {
 *   interface CallContext {
 *     tenant: string;
 *   }
 * }
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- its members are the application's
export interface CallContext {}

/** What a call carries: every level may leave members to the others. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
export type CarriedContext = Readonly<Partial<CallContext>>;
