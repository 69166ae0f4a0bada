const OWN = /* @__PURE__ */ new WeakSet();

/** Notes that homing wrote the text of this error: it quotes nothing that a call was given, so a log may have it whole. */
export const markOwnWords = (error: Error): void => void OWN.add(error);

/** Whether homing wrote the text of what was thrown. Safe on anything that can be thrown. */
export const hasOwnWords = (thrown: unknown): thrown is Error => OWN.has(Object(thrown) as object);
