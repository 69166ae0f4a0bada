interface Cancellable {
  cancel(reason: unknown): void;
}

/**
 * Bodies that are held back, by whom they are held back for: when that is collected, the connection would wait for
 * ever.
 */
export const UNREAD: FinalizationRegistry<Cancellable> = /* @__PURE__ */ new FinalizationRegistry((body) =>
  body.cancel(new Error('The response was dropped before its body was read.')),
);
