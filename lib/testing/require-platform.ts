const NEEDED = ['Headers', 'Response'] as const;

/** Throws where the test's environment lacks what fetch is made of, as jsdom under Jest does. */
export function requirePlatform(): void {
  const missing = [...NEEDED, 'Request', 'fetch'].filter((name) => !(name in globalThis));
  if (NEEDED.some((name) => missing.includes(name)))
    throw new TypeError(
      `This test environment has no ${missing.join(', no ')}: homing/testing needs them. Under jest-environment-jsdom, take jest-fixed-jsdom, or "@jest-environment node" at the top of the test file.`,
    );
}
