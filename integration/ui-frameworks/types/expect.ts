type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if the value has exactly this type. `any` doesn't match. */
export declare function expectType<TExpected>(): <TActual>(
  value: TActual,
  ...mismatch: Same<TActual, TExpected> extends true ? [] : [expected: TExpected, but: TActual]
) => void;
