interface Droppable {
  drop(): void;
}

/** Bodies that are on their way, by who can read them: when that is collected, the connection would wait for ever. */
export const UNREAD: FinalizationRegistry<Droppable> = /* @__PURE__ */ new FinalizationRegistry((body) =>
  body.drop(),
);
